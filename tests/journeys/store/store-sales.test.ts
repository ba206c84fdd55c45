import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backFor } from '#contract/orders/back.ts'
import type { Payload } from '#contract/registry.ts'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import { addMember, endMember } from '#server/members/members.ts'
import { buyOf, saleOn, type Bought } from '../../support/people/bought.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { newOperator } from '../../support/market/operator.ts'
import { makeShop, unsound, type TestShop } from '../../support/market/orders.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { endDevices } from '../../support/device/world.ts'

// The orders of a store on the phones of its members, with and without a network, and what their buyers see of it.

let market: TestMarket
let store: TestShop
let owner: StaffPhone
let staff: StaffPhone
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ stock: 500 }, { stock: 500 }], { shipping: 333, tax: 700 })
  owner = await staffPhone(market, store, 'owner')
  staff = await staffPhone(market, store, 'staff')
})

/** A paid order of three pieces of one product and two of another. */
const bought = (): Promise<Bought> => buyOf(market, store, [owner, staff])

const states = (p: StaffPhone): Promise<string[]> =>
  look(p, async (db) => (await db.outbox.toArray()).map((row) => `${row.state} ${row.last?.reason ?? ''}`.trim()))
const idle = (p: StaffPhone): Promise<void> => expect.poll(() => states(p)).toEqual([])

const part = (n: number, num: number) => ({ id: store.ids[n]!, variantId: 0, num })
const all = () => [part(0, 3), part(1, 2)]
const ship = (p: StaffPhone, id: string, lines = all(), more: Partial<Payload<'sale.ship'>> = {}): Promise<void> =>
  does(p, 'sale.ship', { id, parcel: 1, lines, carrier: 'DHL', tracking: '4711', ...more })

const atServer = (id: string) =>
  market.db.selectFrom('orders').select(['stage', 'held', 'due', 'refunded']).where('id', '=', id).executeTakeFirst()
const parcelsOf = (id: string) =>
  market.db.selectFrom('parcels').select(['n', 'shipped_by', 'tracking']).where('order_id', '=', id).execute()
const seenBy = async ({ token }: Bought): Promise<string> => {
  const path = '/api/sync/pull?schema=3&incarnation=buyersphone&cursor=0'
  return JSON.stringify((await market.call(path, undefined, token, { method: 'GET' })).data)
}
async function reported({ id, token }: Bought, num = 1): Promise<string> {
  const report = randomUUID()
  const payload = { id, report, parcel: 1, line: part(0, num), problem: 'damaged', wish: 'refund' }
  const answer = await market.call('/api/order/report', { ...payload, text: 'Cracked', pictures: [] }, token)
  expect(answer.code, answer.msg).toBe(1)
  return report
}

describe(`the orders of a store on its members' phones (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('ship in a tunnel as the server will have it, part by part; the buyer is not told by whom', async () => {
    const b = await bought()
    offline(staff, true)
    await ship(staff, b.id, [part(0, 2)])
    await ship(staff, b.id, [part(0, 1), part(1, 2)], { parcel: 2, carrier: '', tracking: 'the rest' })
    const guessed = (await saleOn(staff, b.id))!
    expect(guessed).toMatchObject({ stage: 'shipped', state: 'shipped', parcel: 'the rest' })
    expect((await atServer(b.id))!.stage).toBe('paid')
    staff.device.network.faults.loseAnswers = 2
    await meet(staff)
    await idle(staff)
    const parts = ({ parcels }: Sale) =>
      parcels!.map(({ n, lines, amount, tracking }) => ({ n, lines, amount, tracking }))
    const now = (await saleOn(staff, b.id))!
    expect(parts(now)).toEqual(parts(guessed))
    expect(now.parcels!.map(({ by }) => by)).toEqual([staff.person.uid, staff.person.uid])
    expect(now.parcels!.reduce((sum, { amount }) => sum + amount, 0)).toBe(now.due!.amount)
    await expect.poll(async () => (await saleOn(owner, b.id))?.parcels?.length).toBe(2)
    expect(await seenBy(b)).toContain('4711')
    expect(await seenBy(b)).not.toContain(staff.person.uid)
    expect(await unsound(market.db)).toEqual([])
  })

  it('ship once what two of them have packed without knowing of each other', async () => {
    const { id } = await bought()
    offline(staff, true)
    offline(owner, true)
    await ship(staff, id, [part(0, 2)], { tracking: 'first' })
    await ship(owner, id, [part(0, 2)], { tracking: 'second' })
    await meet(staff)
    await idle(staff)
    await meet(owner)
    await expect.poll(() => states(owner)).toEqual(['rejected parcelElsewhere'])
    expect(await parcelsOf(id)).toEqual([{ n: 1, shipped_by: staff.person.uid, tracking: 'first' }])
    expect((await saleOn(owner, id))!.parcels).toMatchObject([{ tracking: 'first', by: staff.person.uid }])
  })

  it('are told that the buyer has cancelled meanwhile, and send nothing', async () => {
    const b = await bought()
    offline(staff, true)
    await ship(staff, b.id)
    expect((await market.call('/api/order/cancel', { id: b.id }, b.token)).code).toBe(1)
    await meet(staff)
    await expect.poll(() => states(staff)).toEqual(['rejected saleCancelled'])
    expect(await parcelsOf(b.id)).toEqual([])
    expect((await saleOn(staff, b.id))!.stage).toBe('cancelled')
    expect(await unsound(market.db)).toEqual([])
  })

  it('keep what waits where a membership has ended: not sent under it, and another member sends it', async () => {
    const { id } = await bought()
    offline(staff, true)
    await ship(staff, id)
    await market.db.transaction().execute((tx) => endMember(tx, store.shopId, staff.person.uid))
    await meet(staff)
    const openResult = async () => {
      const outcome = await staff.tab.call('store.open', { uid: store.uid }, staff.person.uid)
      return outcome.kind === 'accepted' ? outcome.data : outcome
    }
    await expect.poll(openResult).toMatchObject({ ended: true, waiting: 1 })
    expect(await parcelsOf(id)).toEqual([])
    const file = await staff.tab.call('unsent.export', { passphrase: 'a long enough one' }, staff.desk)
    if (file.kind !== 'accepted') throw new Error(file.kind)
    const { bytes } = file.data
    await owner.tab.call('unsent.import', { bytes, passphrase: 'a long enough one' }, owner.desk)
    await idle(owner)
    expect(await parcelsOf(id)).toMatchObject([{ n: 1, shipped_by: owner.person.uid }])
  })

  it('answer a problem: staff in words or with goods, an owner with money; once each', async () => {
    const b = await bought()
    await ship(owner, b.id)
    await idle(owner)
    const report = await reported(b)
    await expect.poll(async () => (await saleOn(staff, b.id))?.reports?.[0]?.state).toBe('open')
    expect(await saleOn(staff, b.id)).toMatchObject({ stage: 'disputed', reports: [{ text: 'Cracked', files: [] }] })
    const to = { id: b.id, report }
    await does(staff, 'sale.answer', { ...to, say: 'decline', words: 'It left whole', carrier: '', tracking: '' })
    await idle(staff)
    await does(staff, 'sale.offer', { ...to, amount: 100, words: '' })
    await expect.poll(() => states(staff)).toEqual(['rejected ownerOnly'])
    offline(owner, true)
    await does(owner, 'sale.offer', { ...to, amount: 100, words: 'Sorry' })
    expect((await saleOn(owner, b.id))!.reports).toMatchObject([{ state: 'offered', offer: 100, answer: 'Sorry' }])
    owner.device.network.faults.loseAnswers = 1
    await meet(owner)
    await idle(owner)
    expect((await saleOn(owner, b.id))!.reports).toMatchObject([{ state: 'offered', by: owner.person.uid }])
    expect(await seenBy(b)).not.toContain(owner.person.uid)
    const reply = await market.call('/api/order/reply', { ...to, reply: 'accept', offer: 100 }, b.token)
    expect(reply.code, reply.msg).toBe(1)
    await expect.poll(async () => (await saleOn(staff, b.id))?.refunded).toBe(100)
    expect(await unsound(market.db)).toEqual([])
  })

  it('send goods again for a problem', async () => {
    const b = await bought()
    await ship(staff, b.id)
    await idle(staff)
    const report = await reported(b)
    await expect.poll(async () => (await saleOn(staff, b.id))?.reports?.length).toBe(1)
    const to = { id: b.id, report, carrier: 'DHL', tracking: '4712', words: 'Another one is on its way' }
    await does(staff, 'sale.answer', { ...to, say: 'replace' })
    const guessed = (await saleOn(staff, b.id))!.parcels
    expect(guessed).toMatchObject([{ n: 1 }, { n: 2, replaces: report, amount: 0 }])
    await idle(staff)
    expect((await saleOn(staff, b.id))!.parcels).toMatchObject([{ n: 1 }, { n: 2, replaces: report, tracking: '4712' }])
  })

  it('give back what cannot be shipped: as much as the owner saw, or nothing', async () => {
    const b = await bought()
    offline(owner, true)
    const { due } = (await atServer(b.id))!
    await does(owner, 'sale.refund', { id: b.id, what: 'unshipped', amount: due })
    expect(await saleOn(owner, b.id)).toMatchObject({ stage: 'refunded', held: 0, refunded: due })
    await ship(staff, b.id, [part(1, 2)])
    await idle(staff)
    await meet(owner)
    await expect.poll(() => states(owner)).toEqual(['rejected orderMoved'])
    const now = (await saleOn(owner, b.id))!
    const back = due - now.parcels![0]!.amount
    await does(owner, 'sale.refund', { id: b.id, what: 'unshipped', amount: back })
    await expect.poll(async () => (await atServer(b.id))!.refunded).toBe(back)
    await expect
      .poll(async () => (await saleOn(staff, b.id))?.refunds)
      .toMatchObject([{ amount: back, why: 'rest', by: owner.person.uid }])
    expect((await saleOn(staff, b.id))!.short).toBe(true)
    await ship(staff, b.id, [part(0, 3)], { parcel: 2 })
    await expect.poll(() => states(staff)).toEqual(['rejected saleCancelled'])
    await does(staff, 'sale.refund', { id: b.id, what: 'all', amount: now.parcels![0]!.amount })
    await expect.poll(() => states(staff)).toContain('rejected ownerOnly')
    expect(await unsound(market.db)).toEqual([])
  })

  it('an offer of a part that was made in a tunnel and the decision of a dispute give money back once', async () => {
    const b = await bought()
    await ship(staff, b.id)
    await idle(staff)
    const report = await reported(b)
    await expect.poll(async () => (await saleOn(owner, b.id))?.reports?.length).toBe(1)
    await does(owner, 'sale.answer', { id: b.id, report, say: 'decline', carrier: '', tracking: '', words: 'Whole' })
    await idle(owner)
    await market.call('/api/order/reply', { id: b.id, report, reply: 'escalate', offer: 0 }, b.token)
    await expect.poll(async () => (await saleOn(owner, b.id))?.reports?.[0]?.state).toBe('escalated')
    offline(owner, true)
    const disputed = (await saleOn(owner, b.id))!
    const amount = backFor(disputed, disputed.parcels![0]!, [part(0, 1)])
    await does(owner, 'sale.offer', { id: b.id, report, amount, words: 'For the one' })
    const operator = await newOperator(market, 'orders')
    const decision = { id: report, refund: 2 * amount, words: 'Two of them' }
    expect((await market.call('/api/operator/decide_dispute', decision, operator)).code).toBe(1)
    owner.device.network.faults.loseAnswers = 2
    await meet(owner)
    await expect.poll(() => states(owner)).toEqual(['rejected orderMoved'])
    const now = (await saleOn(owner, b.id))!
    expect(now.reports![0]).toMatchObject({ state: 'refunded', refunded: 2 * amount, verdict: 'Two of them' })
    expect(await atServer(b.id)).toMatchObject({ held: now.due!.amount - 2 * amount, refunded: 2 * amount })
    expect(await unsound(market.db)).toEqual([])
  })

  it("are nobody else's: a member of one store does nothing to another's", async () => {
    const { id } = await bought()
    const other = await makeShop(market.db, [{ stock: 5 }])
    const { uid } = await market.db
      .selectFrom('stores')
      .select('uid')
      .where('id', '=', other.shopId)
      .executeTakeFirstOrThrow()
    await market.db.transaction().execute((tx) => addMember(tx, other.shopId, staff.person.uid, 'owner'))
    const token = await market.login(staff.person)
    const p = { id, parcel: 1, lines: all(), carrier: '', tracking: '' }
    const answer = await market.call('/api/store/sale_ship', p, token, { headers: { Store: uid } })
    expect((answer.data as { reason?: string }).reason).toBe('orderGone')
    expect(await parcelsOf(id)).toEqual([])
  })
})
