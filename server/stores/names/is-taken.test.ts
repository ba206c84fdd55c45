import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RENAME_DAYS } from '#contract/stores/profile.ts'
import { nameKey } from '#contract/merchants/rules.ts'
import { openTestMarket, type TestMarket } from '../../../tests/support/market/market.ts'
import { makeShop } from '../../../tests/support/market/orders.ts'
import { isNameTaken, type Namer } from './is-taken.ts'
import { keepLooksOf } from './keep-looks.ts'
import { lookKey } from './look-key.ts'

const DAY = 86_400_000
const now = Date.UTC(2030, 0, 31)

let market: TestMarket
let store: number
beforeAll(async () => {
  market = await openTestMarket()
  store = await called('Blue Heron')
})
afterAll(() => market.close())

const taken = (name: string, own: Namer = {}): Promise<boolean> =>
  market.db.transaction().execute((tx) => isNameTaken(tx, name, own, now))

/** Makes a store of that name, whose look is not kept yet. */
async function called(name: string): Promise<number> {
  const { shopId } = await makeShop(market.db, [])
  await market.db.updateTable('stores').set({ name }).where('id', '=', shopId).execute()
  return shopId
}
async function applied(name: string, state: 'submitted' | 'approved' | 'refused', of?: number): Promise<string> {
  const { uid } = await market.person()
  const id = randomUUID()
  await market.db
    .insertInto('merchant_applications')
    .values({
      ...{ id, user_id: uid, state, store_name: name, name_key: nameKey(name), look_key: lookKey(name), logo: null },
      ...{ files: '{}', code: '', real_name: '', identity: null, invited_by: null, reason: null, receipt: null },
      ...{ submitted_at: new Date(now), rev: 1, store_id: of ?? null },
    })
    .execute()
  return id
}

it('a name of another store, however it is written, whether its look is kept or not', async () => {
  const alike = ['Blue Heron', 'BLUE-HERON', 'Blue Неron', 'B1ue Heron']
  for (const name of alike) expect([name, await taken(name)]).toEqual([name, true])
  await market.db.transaction().execute((tx) => keepLooksOf(tx, [{ id: store, name: 'Blue Heron' }]))
  for (const name of alike) expect([name, await taken(name)]).toEqual([name, true])
  expect(await taken('Blue Herons')).toBe(false)
  const other = await called('Green Heron')
  for (const name of alike) expect([name, await taken(name, { store: other })]).toEqual([name, true])
  // A store's own name does not stand against it.
  for (const name of alike) expect([name, await taken(name, { store })]).toEqual([name, false])
  // The look of a store that has none kept is compared as well, unless it is the store's own.
  expect([await taken('Green Heron', { store: other }), await taken('Green Нeron', { store })]).toEqual([false, true])
})

it('a name in an application that may come to be, but its own', async () => {
  const id = await applied('Red Heron', 'submitted')
  expect([await taken('Red Нeron'), await taken('Red Heron', { store })]).toEqual([true, true])
  expect(await taken('Red Heron', { application: id })).toBe(false)
  await applied('White Heron', 'refused')
  expect(await taken('White Heron')).toBe(false)
  // That of the store itself, also once it is called otherwise.
  await applied('Grey Heron', 'approved', store)
  expect([await taken('Grey Heron', { store }), await taken('Grey Heron')]).toEqual([false, true])
})

it('a name that another store gave up lately', async () => {
  const gaveUp = (name: string, at: number) =>
    market.db
      .insertInto('store_renames')
      .values({ store_id: store, at: new Date(at), name, look: lookKey(name) })
      .execute()
  await gaveUp('Lone Egret', now - RENAME_DAYS * DAY + 1)
  await gaveUp('Late Egret', now - RENAME_DAYS * DAY)
  expect([await taken('L0ne Egret'), await taken('Late Egret')]).toEqual([true, false])
  expect(await taken('Lone Egret', { store })).toBe(false)
})
