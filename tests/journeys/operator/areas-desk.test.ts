import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Input, Stated } from '#contract/registry.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { isAreaOpen } from '#server/market/areas/areas.ts'
import { newBuyer, onDevice, online, orderInTunnel, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { operatorWith, type Operator } from '../../support/market/operator.ts'
import { makeAddress, makeShop } from '../../support/market/orders.ts'
import { act, endDevices } from '../../support/device/world.ts'

// Where the market delivers, as an operator opens and closes it: many areas at once, or all but some, after a look at
// what is there. What was ordered before goes on.

let market: TestMarket
let operator: Operator
beforeAll(async () => {
  market = await openTestMarket()
  operator = await operatorWith(market, ['site'])
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(() => market.db.deleteFrom('area_rules').execute())

type Change = Input<'operator.areasSet'>
const set = async (act: Change['act'], ...codes: string[]) => operator.ask('areasSet', { act, codes })
const made = async (act: Change['act'], ...codes: string[]) =>
  (await set(act, ...codes)).data as Stated<'operator.areasSet'>
const preview = async (act: Change['act'], ...codes: string[]) =>
  (await operator.ask('areasPreview', { act, codes })).data as Stated<'operator.areasPreview'>
const desk = async (parent?: string) =>
  ((await operator.ask('areas', parent === undefined ? {} : { parent })).data as Stated<'operator.areas'>).areas
const reached = async () => (await desk()).filter(({ open }) => open).map(({ code }) => code)
const entries = async () =>
  market.db.selectFrom('audit_log').selectAll().where('what', 'like', 'area.%').orderBy('id', 'desc').execute()
const all = async () => (await desk()).length

describe('many areas', () => {
  it('are closed in one act, which the log names by their names, and opened by the opposite one', async () => {
    const before = (await entries()).length
    const countries = await all()
    const answer = await made('close', 'EG', 'FR', 'US-CA', 'EG')
    expect(answer).toEqual({ opened: [], closed: ['EG', 'FR', 'US-CA'] })
    const [entry, ...older] = await entries()
    expect(older).toHaveLength(before)
    expect(entry).toMatchObject({
      what: 'area.close',
      subject: 'areas',
      by_user: operator.uid,
      before: { countries },
      after: {
        countries: countries - 2,
        closed: { EG: 'Egypt', FR: 'France', 'US-CA': 'California (United States)' },
      },
    })
    expect(await Promise.all(['EG', 'FR', 'US', 'DE'].map((code) => isAreaOpen(market.db, code, '')))).toEqual([
      ...[false, false, true, true],
    ])
    expect(await isAreaOpen(market.db, 'US', 'US-CA')).toBe(false)
    expect((await desk()).find(({ code }) => code === 'US')).toMatchObject({ open: true, apart: 1 })
    expect((await desk('US')).find(({ code }) => code === 'US-CA')).toMatchObject({ open: false, below: 0 })
    expect(await made('open', ...answer.closed)).toEqual({ opened: ['EG', 'FR', 'US-CA'], closed: [] })
    expect((await entries())[0]).toMatchObject({ what: 'area.open', after: { countries } })
    expect(await reached()).toHaveLength(countries)
  })

  it('that are so already are left out, and nothing is written where nothing changes', async () => {
    await made('close', 'EG')
    const [one] = await entries()
    expect(one).toMatchObject({ what: 'area.close', subject: 'area:EG', after: { closed: { EG: 'Egypt' } } })
    const before = (await entries()).length
    expect(await made('close', 'EG')).toEqual({ opened: [], closed: [] })
    expect(await made('open', 'DE')).toEqual({ opened: [], closed: [] })
    expect(await entries()).toHaveLength(before)
    expect(await made('close', 'EG', 'DE')).toEqual({ opened: [], closed: ['DE'] })
    // A province that is as its country follows it from then on.
    expect(await made('open', 'US-CA')).toEqual({ opened: [], closed: [] })
    expect(await made('close', 'US', 'US-CA')).toEqual({ opened: [], closed: ['US', 'US-CA'] })
    await made('open', 'US')
    expect(await isAreaOpen(market.db, 'US', 'US-CA')).toBe(true)
  })

  it('are refused with the strange one, and then none of them changes', async () => {
    const answer = await set('close', 'EG', 'ZZ')
    expect(answer).toMatchObject({
      data: { reason: 'operatorSays' },
      msg: 'This did not work. “ZZ” is not a country or province.',
    })
    expect(await isAreaOpen(market.db, 'EG', '')).toBe(true)
    for (const codes of [[], ['eg'], ['E'], Array.from({ length: 1_001 }, () => 'EG')])
      expect(await operator.ask('areasSet', { act: 'close', codes })).toMatchObject({ data: { reason: 'invalid' } })
  })
})

describe('only these countries', () => {
  it('closes all others with what is open in them, and opens the named ones', async () => {
    const countries = await all()
    await made('close', 'SA', 'US')
    await made('open', 'US-CA')
    expect(await preview('only', 'EG', 'SA')).toMatchObject({ opens: 1, closes: countries - 3 + 1, left: 2 })
    const answer = await made('only', 'EG', 'SA')
    expect(answer.opened).toEqual(['SA'])
    expect(answer.closed).toHaveLength(countries - 2)
    expect(answer.closed).toContain('US-CA')
    expect(await reached()).toEqual(expect.arrayContaining(['EG', 'SA']))
    expect(await reached()).toHaveLength(2)
    expect(await isAreaOpen(market.db, 'US', 'US-CA')).toBe(false)
    const [entry] = await entries()
    expect(entry).toMatchObject({
      what: 'area.only',
      after: { countries: 2, only: { EG: 'Egypt', SA: 'Saudi Arabia' }, opened: { SA: 'Saudi Arabia' } },
    })
    expect(Object.keys((entry!.after as { closed: object }).closed)).toHaveLength(countries - 2)
    // The opposite act takes it back: the province, too.
    await made('open', ...answer.closed)
    expect(await reached()).toHaveLength(countries - 1)
    expect([await isAreaOpen(market.db, 'US', 'US-CA'), await isAreaOpen(market.db, 'US', 'US-NY')]).toEqual([
      true,
      false,
    ])
  })

  it('are countries: a province cannot be the only one', async () => {
    expect(await set('only', 'US-CA')).toMatchObject({ msg: expect.stringContaining('California') })
    expect(await reached()).toHaveLength(await all())
  })

  it('is a command, too, which takes names in any language', async () => {
    const say = async (...args: string[]) => (await operate(market.db, ['area', ...args], Date.now())).text
    expect(await say('only', 'Ägypten', 'السعودية', '阿联酋')).toMatch(/^Closed: .+ and \d+ more\.$/)
    expect((await reached()).toSorted()).toEqual(['AE', 'EG', 'SA'])
    expect(await say('list')).toContain('delivers to 3 of')
    expect(await say('open', 'California', 'de')).toBe('Opened: California (United States), Germany.')
    expect(await say('open', 'de')).toBe('Nothing changes.')
    expect(await say('open', 'Atlantis')).toBe('“Atlantis” is not a country or province.')
  })
})

describe('what is there', () => {
  it('is counted before anything closes: addresses, stores, and orders under way', async () => {
    const { uid } = await market.person()
    const [cairo, berlin] = [{ country: 'EG', province: 'EG-C' }, { country: 'DE' }]
    for (const place of [cairo, cairo, { country: 'EG', province: 'EG-ALX' }, berlin])
      await makeAddress(market.db, uid, place)
    await market.db.updateTable('addresses').set({ deleted: true }).where('province', '=', 'EG-ALX').execute()
    await makeAddress(market.db, uid, { country: 'EG', province: 'EG-ALX' })
    const shop = await makeShop(market.db, [{}])
    await market.db.updateTable('stores').set({ area: 'EG' }).where('id', '=', shop.shopId).execute()
    const order = (state: 'paid' | 'received', address: object) =>
      sql`insert into orders (id, user_id, group_id, store_id, state, currency, goods, shipping, tax, total, due,
          due_currency, address, reserved, rev)
        values (${randomUUID()}, ${uid}::uuid, ${randomUUID()}::uuid, ${shop.shopId}::int, ${state}, 'USD', 1, 0, 0, 1,
          1, 'USD', ${JSON.stringify(address)}::jsonb, false, 1)`.execute(market.db)
    await order('paid', cairo)
    await order('paid', { country: 'EG', province: 'EG-ALX' })
    await order('received', cairo)
    await order('paid', berlin)
    expect(await preview('close', 'EG')).toMatchObject({ closes: 1, addresses: 3, stores: 1, orders: 2 })
    // A province that is closed already, and one that stays open, are not affected.
    await made('close', 'EG-ALX')
    expect(await preview('close', 'EG')).toMatchObject({ closes: 1, addresses: 2, stores: 1, orders: 1 })
    // As it is where a province was opened before its country.
    await market.db.insertInto('area_rules').values({ code: 'EG-C', open: true }).execute()
    expect(await preview('close', 'EG')).toMatchObject({ closes: 1, addresses: 0, orders: 0 })
    expect(await preview('only', 'DE')).toMatchObject({ addresses: 2, orders: 1, left: 1 })
    expect(await preview('close', 'EG-C')).toMatchObject({ closes: 1, addresses: 2, stores: 0, orders: 1 })
    expect(await isAreaOpen(market.db, 'EG', 'EG-C')).toBe(true)
    await market.db.deleteFrom('orders').where('user_id', '=', uid).execute()
  })
})

describe('a device', () => {
  const openOn = async ({ device, tab }: Buyer, code: string): Promise<boolean | undefined> => {
    await tab.want('area.read', {})
    const db = await device.catalogueDb()
    try {
      return (await db.areas.get(code))?.open
    } finally {
      db.close()
    }
  }

  it('sees what was closed, orders that were placed go on, and no further one is taken', async () => {
    const b = await newBuyer(market)
    const { ids } = await orderInTunnel(b)
    await online(b)
    await settled(b)
    expect(await openOn(b, 'LB')).toBe(true)
    await made('only', 'EG', 'DE')
    await expect.poll(() => openOn(b, 'LB')).toBe(false)
    expect(await openOn(b, 'EG')).toBe(true)
    const { person } = b
    expect(await b.tab.call('order.pay', { ids, password: person.password }, person.uid)).toMatchObject({
      kind: 'accepted',
    })
    const paid = await market.db.selectFrom('orders').select('state').where('user_id', '=', person.uid).execute()
    expect(paid).toEqual([{ state: 'paid' }, { state: 'paid' }])
    // The cart and the address are kept, and another order to there is refused with its reason.
    const { orders, cart } = await onDevice(b)
    expect(cart).toEqual({ [b.two.ids[0]!]: 2 })
    const address = await market.db.selectFrom('addresses').select('id').where('user_id', '=', person.uid).execute()
    expect([address.length, orders.length]).toEqual([1, 2])
    const lines = [{ id: b.two.ids[0]!, variantId: 0, num: 2, price: 500 }]
    await act(b.tab, 'order.place', {
      ...{ clientOrderId: randomUUID(), shopId: b.two.shopId, addressId: address[0]!.id, currency: 'USD', lines },
      ...{ goods: 1000, shipping: 0, tax: 0, total: 1000, remark: '' },
    })
    await b.tab.flush(true)
    const db = await b.device.userDb(person.uid)
    await expect.poll(async () => (await db.outbox.toArray()).map(({ last }) => last?.reason)).toEqual(['areaNotOpen'])
    db.close()
  })
})
