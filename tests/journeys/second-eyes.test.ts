import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operate } from '#server/operator/operate.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../support/market.ts'
import { giveMoney, makeAddress, makeShop, placing } from '../support/orders.ts'

// What is worth much, and whom it concerns most, takes two operators; one alone decides, and the log says so.

let market: TestMarket
let at = Date.now()
const [first, second]: Seat[] = [
  { token: '', uid: '' },
  { token: '', uid: '' },
]
let buyer: TestPerson & { token: string }
interface Seat {
  token: string
  uid: string
}
const ask = (name: string, input: object, by: Seat) => market.call(`/api/operator/${name}`, input, by.token)

async function seat(one: Seat, ...rights: string[]): Promise<void> {
  const person = await market.person()
  one.uid = person.uid
  one.token = await market.login(person)
  const { text } = await operate(market.db, ['operator', 'add', person.email, ...rights], at)
  await ask('enter', { code: /is (\S{5}-\S{5})\./.exec(text)![1] }, one)
  await market.db
    .updateTable('sessions')
    .set({ proven_until: new Date(at + 90 * 86_400_000) })
    .where('token_hash', '=', createHash('sha256').update(one.token).digest())
    .execute()
}
beforeAll(async () => {
  market = await openTestMarket({ now: () => at })
  const person = await market.person()
  buyer = { ...person, token: await market.login(person) }
  await seat(first!)
})
afterAll(() => market.close())

const lastEntry = async () =>
  market.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const suspendedFor = async () =>
  (await market.db.selectFrom('users').select('suspended_for').where('id', '=', buyer.uid).executeTakeFirstOrThrow())
    .suspended_for
const waiting = async (by: Seat) =>
  ((await ask('acts', {}, by)).data as { acts: { id: string; act: string }[] }).acts.map((one) => one.id)

describe('while there is one operator', () => {
  it('a suspension is theirs alone, and the log says so; the person can read and not order', async () => {
    const shop = await makeShop(market.db, [{ stock: 100 }])
    const addressId = await makeAddress(market.db, buyer.uid)
    await giveMoney(market.db, buyer.uid, 1_000_000)
    const suspended = await ask('suspend', { whom: buyer.email, reason: 'Never paid.' }, first!)
    expect(suspended.data).toMatchObject({ became: 'done' })
    expect(await lastEntry()).toMatchObject({
      what: 'person.suspend',
      by_user: first!.uid,
      before: { suspended: null },
      after: { suspended: 'Never paid.', pair: { alone: true } },
    })
    const order = await placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num: 1 }])
    expect(await market.call('/api/order/place', order, buyer.token)).toMatchObject({
      data: { reason: 'suspended', params: { for: 'Never paid.' } },
    })
    expect(await market.call('/api/user/profile', {}, buyer.token)).toMatchObject({ code: 1 })
    const told = await market.db.selectFrom('messages').select('params').where('user_id', '=', buyer.uid).execute()
    expect(JSON.stringify(told)).toContain('Never paid.')
    await ask('suspend', { whom: buyer.email, reason: null }, first!)
    expect(await market.call('/api/order/place', order, buyer.token)).toMatchObject({ code: 1 })
  })

  it('a store’s goods are hidden with it, whoever changes them, and come back with it', async () => {
    const shop = await makeShop(market.db, [{ stock: 5 }, { stock: 5 }])
    await market.db.updateTable('products').set({ offered: false }).where('id', '=', shop.ids[1]!).execute()
    await ask('suspend', { whom: String(shop.shopId), reason: 'Copies.' }, first!)
    const shown = async () =>
      (
        await market.db
          .selectFrom('products')
          .select(['id', 'active'])
          .where('store_id', '=', shop.shopId)
          .orderBy('id')
          .execute()
      ).map((one) => one.active)
    await market.db.updateTable('products').set({ offered: true }).where('id', '=', shop.ids[0]!).execute()
    expect(await shown()).toEqual([false, false])
    await ask('suspend', { whom: String(shop.shopId), reason: null }, first!)
    expect(await shown()).toEqual([true, false])
  })
})

describe('once there are two', () => {
  beforeAll(() => seat(second!, 'people'))

  it('an act waits for the other, who does it by agreeing; nobody agrees to their own', async () => {
    expect((await ask('suspend', { whom: buyer.email, reason: 'Fraud.' }, first!)).data).toMatchObject({
      became: 'waits',
    })
    expect(await suspendedFor()).toBeNull()
    const [id] = await waiting(second!)
    expect(await ask('decide', { id, agree: true }, first!)).toMatchObject({ data: { reason: 'noRight' } })
    const both = await Promise.all([
      ask('decide', { id, agree: true }, second!),
      ask('decide', { id, agree: true }, second!),
    ])
    expect(both.map((one) => one.code).sort()).toEqual([1, 404])
    expect(await suspendedFor()).toBe('Fraud.')
    expect(await lastEntry()).toMatchObject({ by_user: second!.uid, after: { pair: { asked: first!.uid } } })
  })

  it('what is refused, or past its week, is never done', async () => {
    await ask('suspend', { whom: buyer.email, reason: null }, first!)
    const [refused] = await waiting(second!)
    expect(await ask('decide', { id: refused, agree: false }, second!)).toMatchObject({ data: { acts: [] } })
    await ask('suspend', { whom: buyer.email, reason: null }, first!)
    const [late] = await waiting(second!)
    at += 8 * 86_400_000
    expect(await waiting(second!)).toEqual([])
    expect(await ask('decide', { id: late, agree: true }, second!)).toMatchObject({ code: 404 })
    expect(await suspendedFor()).toBe('Fraud.')
  })

  it('a desk is shut to an operator without its right, and what cannot be done is said', async () => {
    expect(await ask('orders', {}, second!)).toMatchObject({ data: { reason: 'noRight' } })
    expect(await ask('site', {}, second!)).toMatchObject({ data: { reason: 'noRight' } })
    expect(await ask('siteSet', { name: 'web_name', value: '' }, first!)).toMatchObject({
      data: { reason: 'operatorSays' },
    })
    expect(await ask('siteSet', { name: 'web_name', value: 'Oasis' }, first!)).toMatchObject({ code: 1 })
    expect(await lastEntry()).toMatchObject({ before: { value: 'Caravan' }, after: { value: 'Oasis' } })
    for (const name of ['people', 'stores', 'acts']) expect(await ask(name, {}, second!)).toMatchObject({ code: 1 })
    for (const name of ['staff', 'site', 'orders', 'money'])
      expect(await ask(name, {}, first!)).toMatchObject({ code: 1 })
    const figures = (await ask('figures', { days: 7 }, first!)).data as { days: { people: number }[] }
    expect(figures.days).toHaveLength(7)
  })
})
