import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RENAME_DAYS, RENAMES_MAX } from '#contract/stores/profile.ts'
import { findStores } from '#server/operator/find.ts'
import { purgeRenames } from '#server/stores/profile.ts'
import { acting } from '../../support/life/acting.ts'
import { applying } from '../../support/market/applying.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { testPicture } from '../../support/market/pictures.ts'
import {
  does,
  look,
  meet,
  offline,
  refusedOn,
  sent,
  staffPhone,
  type StaffPhone,
} from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// The names of stores: no two that look alike, and how often one changes.

let market: TestMarket
let store: TestShop
let owner: StaffPhone
/** No two stores of these tests are called alike. */
let named = 0
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await newStore()
  owner = await staffPhone(market, store, 'owner')
})

async function newStore(): Promise<TestShop> {
  const made = await makeShop(market.db, [])
  const name = nameOf(++named)
  await market.db.updateTable('stores').set({ name }).where('id', '=', made.shopId).execute()
  return made
}
const nameOf = (n: number): string => `Harbour ${'abcdefghijkmnopqrstuvwxyz'[n]!.repeat(3)}`
const profileOn = (p: StaffPhone) => look(p, async (db) => (await db.storeNotice.get('notice'))?.shown?.profile)
/** The name and the description of a store at the server. */
const atServer = ({ shopId }: TestShop = store) =>
  market.db.selectFrom('stores').select(['name', 'description']).where('id', '=', shopId).executeTakeFirstOrThrow()
const nameAtServer = async (of: TestShop = store): Promise<string> => (await atServer(of)).name

/** Somebody new applies to sell under a name; the answer's data. */
async function apply(storeName: string): Promise<object> {
  const person = await market.person()
  const token = await market.login(person)
  const { send } = acting(market, { uid: person.uid, token })
  const ids: string[] = []
  for (const number of [411, 412, 413, 414]) ids.push(await send(await testPicture(number)))
  const [logo, front, back, holding] = ids as [string, string, string, string]
  const p = applying({ logo, front, back, holding }, { storeName })
  return (await market.call('/api/merchant/reg', p, token)).data as object
}

describe(`the name of a store (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is not one that would be taken for another store, and the refusal of it costs nothing else', async () => {
    await newStore()
    const [theirs, mine] = [nameOf(named), nameOf(named - 1)]
    offline(owner, true)
    // Cyrillic а and о in it, which nobody tells apart.
    const alike = theirs.replace('a', 'а').replace('o', 'о')
    expect(alike).not.toBe(theirs)
    await does(owner, 'store.rename', { name: alike })
    await does(owner, 'store.profile', { description: { en: 'Lamps' } })
    expect(await profileOn(owner)).toMatchObject({ name: alike, description: { en: 'Lamps' } })
    await meet(owner)
    await expect.poll(() => refusedOn(owner)).toEqual(['storeNameTaken'])
    await expect.poll(() => profileOn(owner)).toMatchObject({ name: mine, description: { en: 'Lamps' } })
    expect(await atServer()).toMatchObject({ name: mine, description: { en: 'Lamps' } })
    // Another way to write its own name stands against nobody.
    await sent(owner, 'store.rename', { name: mine.toUpperCase() })
    expect(await nameAtServer()).toBe(mine.toUpperCase())
  })

  it('is not one that somebody applies with, and nobody applies with one of it', async () => {
    await sent(owner, 'store.rename', { name: 'Olive Row' })
    expect(await apply('Olive-Row')).toEqual({ reason: 'storeNameTaken' })
    expect(await apply('Basil Row')).not.toHaveProperty('reason')
    await sent(owner, 'store.rename', { name: 'basil row' })
    await expect.poll(() => refusedOn(owner)).toEqual(['storeNameTaken'])
    // Nor with the name that it has given up for another.
    await sent(owner, 'store.rename', { name: 'Thyme Row' })
    expect(await apply('Olive Row')).toEqual({ reason: 'storeNameTaken' })
  })

  it('changes three times in 30 days; former ones stay reserved as long, and the operator reads them', async () => {
    const first = nameOf(named)
    const names = Array.from({ length: RENAMES_MAX }, (_, n) => `Quince and Quill ${'xyz'[n]!}`)
    for (const name of names) await sent(owner, 'store.rename', { name })
    // The name that it has already is no change.
    await sent(owner, 'store.rename', { name: names.at(-1)! })
    await sent(owner, 'store.rename', { name: 'One too many' })
    await expect.poll(() => refusedOn(owner)).toEqual(['renamesFull'])
    expect(await nameAtServer()).toBe(names.at(-1))
    for (const find of [names.at(-1)!, first]) {
      const { stores } = await findStores(market.db, { find })
      expect(stores).toMatchObject([{ id: store.shopId, name: names.at(-1), before: names.at(-2) }])
    }

    const other = await newStore()
    const rival = await staffPhone(market, other, 'owner')
    await sent(rival, 'store.rename', { name: first })
    await expect.poll(() => refusedOn(rival)).toEqual(['storeNameTaken'])
    // A day short of the end, and beyond it.
    const pass = (days: number) =>
      sql`update store_renames set at = at - make_interval(days => ${days}::int)`.execute(market.db)
    await pass(RENAME_DAYS - 1)
    await sent(rival, 'store.rename', { name: first })
    await expect.poll(() => refusedOn(rival)).toEqual(['storeNameTaken', 'storeNameTaken'])
    await pass(2)
    await sent(rival, 'store.rename', { name: first })
    await expect.poll(() => nameAtServer(other)).toBe(first)
    await sent(owner, 'store.rename', { name: 'No longer too many' })
    await expect.poll(() => nameAtServer()).toBe('No longer too many')
    await purgeRenames(market.db, Date.now())
    const kept = await market.db
      .selectFrom('store_renames')
      .select('name')
      .where('store_id', '=', store.shopId)
      .execute()
    expect(kept).toEqual([{ name: names.at(-1) }])
  })
})
