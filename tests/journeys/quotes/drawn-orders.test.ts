import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DRAWN_A_DAY_FOR_ONE, DRAWN_WAITING_MAX } from '#contract/quotes/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { drawnWith } from '#localdb/queries/quotes/items.ts'
import { drawnOrder, requestById } from '#localdb/queries/stores/answers.ts'
import { expireQuotes } from '#server/quotes/expire.ts'
import { newBuyer, online, outbox, settled, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeShop, type TestShop } from '../../support/market/orders.ts'
import { DAY, quotesOn, read } from '../../support/people/quotes.ts'
import { does, look, meet, offline, staffPhone, type StaffPhone } from '../../support/people/staff-phone.ts'
import { act, endDevices, gesture, until } from '../../support/device/world.ts'

// A store draws up an order for a buyer whom it knows, who confirms it or declines it: on the phones of both, in and
// out of tunnels.

let market: TestMarket
let store: TestShop
let staff: StaffPhone
let b: Buyer
let goods: string[]
/** The store's id of the buyer's request. */
let request: string
beforeAll(async () => {
  market = await openTestMarket({ anonymous: { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 10 } })
})
afterAll(async () => {
  await endDevices()
  await market.close()
})
beforeEach(async () => {
  store = await makeShop(market.db, [{ minimum: 10 }, { variants: [{ stock: 100 }, { stock: 100 }] }])
  goods = store.goods
  staff = await staffPhone(market, store, 'staff')
  b = await newBuyer(market)
  const [productId] = store.ids
  await act(b.tab, 'quote.ask', {
    ...{ id: randomUUID(), shopId: store.shopId, productId: productId!, currency: 'USD', target: null },
    ...{ lines: [{ variantId: 0, num: 10 }], country: '', note: '' },
  })
  await settled(b)
  const asked = () => look(staff, async (db) => (await db.storeQuotes.toArray())[0]?.key)
  await until('the request is here', async () => (await asked()) !== undefined)
  request = (await asked())!
})

const states = (p: StaffPhone): Promise<string[]> =>
  look(p, async (db) => (await db.outbox.toArray()).map((row) => `${row.state} ${row.last?.reason ?? ''}`.trim()))
const idle = (p: StaffPhone): Promise<void> => expect.poll(() => states(p)).toEqual([])

/** Twenty of the first product at 4.00, and five of the second choice of the other at 3.50. */
const drawing = (more: Partial<Payload<'quote.draw'>> = {}): Payload<'quote.draw'> => ({
  order: randomUUID(),
  of: { kind: 'request', id: request },
  buyer: 'Robin',
  goods: [
    {
      ...{ id: randomUUID(), goods: goods[0]!, productId: store.ids[0]!, currency: 'USD' },
      lines: [{ sku: '', num: 20, price: 400 }],
    },
    {
      ...{ id: randomUUID(), goods: goods[1]!, productId: store.ids[1]!, currency: 'USD' },
      lines: [{ sku: '1', num: 5, price: 350 }],
    },
  ],
  until: Date.now() + 7 * DAY,
  note: 'As last month',
  ...more,
})
/** The parts of a drawn order on the buyer's phone; the product with the note first. */
const drawn = async (order: string) => {
  const one = (await quotesOn(b)).find((q) => q.drawn === order)
  return one ? read(b, (readers) => drawnWith(readers, one.id)) : []
}
const messagesOf = async (kind: string) =>
  (await read(b, ({ user }) => user.messages.toArray())).flatMap(({ shown }) => (shown?.kind === kind ? [shown] : []))
const confirming = async (order: string): Promise<void> => {
  const acts = (await drawn(order)).map(({ id, shopId, productId, currency, rounds }) => ({
    ...{ intentId: gesture(), name: 'quote.accept' as const },
    payload: {
      ...{ id, round: rounds.length, shopId, productId, currency },
      lines: rounds.at(-1)!.lines.map((line) => ({ ...line, price: line.price! })),
    },
  }))
  expect(await b.tab.mutate(acts)).toEqual({ kind: 'saved' })
}
/** How an order stands on the phone of the store. */
const standsAt = (p: StaffPhone, order: string): Promise<string[]> =>
  look(p, async (db) => (await drawnOrder(order)(db)).map(({ state }) => state))

describe(`orders that a store draws up (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('are drawn up in a tunnel, confirmed in another, and in the cart; nothing is ordered by it', async () => {
    const p = drawing()
    offline(staff, true)
    await does(staff, 'quote.draw', p)
    expect(await standsAt(staff, p.order)).toEqual(['offered', 'offered'])
    const there = await look(staff, (db) => requestById(p.goods[1]!.id)(db))
    expect(there).toMatchObject({
      quote: { pending: true, title: { en: 'Thing 1' }, choices: [{ sku: '1', label: { en: 'Choice 1' } }] },
    })
    // The texts written about a buyer and to them are in clear nowhere on the disk.
    const disk = await look(staff, async (db) => [await db.outbox.toArray(), await db.storeQuotes.toArray()])
    for (const word of ['As last month', 'Robin']) expect(JSON.stringify(disk)).not.toContain(word)
    staff.device.network.faults.loseAnswers = 2
    await meet(staff)
    await idle(staff)

    await until('the order is here', async () => (await drawn(p.order)).length === 2)
    expect(await drawn(p.order)).toMatchObject([
      { state: 'offered', productId: store.ids[0], rounds: [{ by: 'store', lines: [{ num: 20, price: 400 }] }] },
      {
        ...{ state: 'offered', productId: store.ids[1], choices: [{ label: { en: 'Choice 1' } }] },
        rounds: [{ lines: [{ variantId: store.variants[1]![1], num: 5, price: 350 }], until: p.until }],
      },
    ])
    expect(await messagesOf('quoteDrawn')).toMatchObject([
      { values: { amount: 9750, currency: 'USD', shop: 'Test store' } },
    ])
    expect(await messagesOf('quoteOffered')).toEqual([])

    b.device.network.faults.offline = true
    await confirming(p.order)
    expect((await drawn(p.order)).map(({ state, pending }) => [state, pending])).toEqual([
      ['accepted', 1],
      ['accepted', 1],
    ])
    b.device.network.faults.loseAnswers = 2
    await online(b)
    await settled(b)
    const user = await b.device.userDb(b.person.uid)
    const cart = (await user.cartLines.toArray()).map((row) => row.shown!)
    user.close()
    expect(cart.map(({ num, seenPrice, quote }) => [num, seenPrice, typeof quote]).sort()).toEqual([
      [20, 400, 'string'],
      [5, 350, 'string'],
    ])
    expect((await read(b, cartItems)).items).toHaveLength(2)
    const orders = await market.db.selectFrom('orders').select('id').where('user_id', '=', b.person.uid).execute()
    expect(orders).toEqual([])
    await expect.poll(() => standsAt(staff, p.order)).toEqual(['accepted', 'accepted'])
    const by = await look(staff, async (db) => (await drawnOrder(p.order)(db)).map((q) => q.by))
    expect(by).toEqual([staff.person.uid, staff.person.uid])
  })

  it('are declined in a tunnel with a reason, which the store has', async () => {
    const p = drawing()
    await does(staff, 'quote.draw', p)
    await until('the order is here', async () => (await drawn(p.order)).length === 2)
    b.device.network.faults.offline = true
    const quotes = (await drawn(p.order)).map(({ id }) => ({ id, round: 1 }))
    await act(b.tab, 'quote.decline', { quotes, note: 'Not this month' })
    expect((await drawn(p.order)).map(({ state }) => state)).toEqual(['declined', 'declined'])
    expect(JSON.stringify(await outbox(b))).not.toContain('Not this month')
    await online(b)
    await settled(b)
    await expect.poll(() => standsAt(staff, p.order)).toEqual(['declined', 'declined'])
    const { said: notes } = await market.db
      .selectFrom('quotes')
      .select('said')
      .where('uid', '=', p.goods[0]!.id)
      .executeTakeFirstOrThrow()
    expect(notes).toEqual([
      { round: 1, text: 'As last month' },
      { round: 1, text: 'Not this month', by: 'buyer' },
    ])
    // Declined on two devices: it is, and nobody is told of a fault.
    await act(b.tab, 'quote.decline', { quotes, note: '' })
    await settled(b)
  })

  it('are refused as a whole where a part cannot be, or the store does not know the buyer', async () => {
    const other = await makeShop(market.db, [{}])
    const at = await market.db
      .selectFrom('stores')
      .select('uid')
      .where('id', '=', other.shopId)
      .executeTakeFirstOrThrow()
    const strange = await staffPhone(market, { ...other, uid: at.uid }, 'owner')
    await does(strange, 'quote.draw', drawing())
    await expect.poll(() => states(strange)).toEqual(['rejected notFound'])
    const [one, two] = drawing().goods as [
      Payload<'quote.draw'>['goods'][number],
      Payload<'quote.draw'>['goods'][number],
    ]
    const wrong: [Payload<'quote.draw'>, string][] = [
      [drawing({ until: Date.now() - 1 }), 'offerLate'],
      [drawing({ until: Date.now() + 400 * DAY }), 'invalid'],
      [drawing({ of: { kind: 'sale', id: request } }), 'notFound'],
      [drawing({ of: { kind: 'storeTalk', id: 'nonsense' } }), 'notFound'],
      [drawing({ goods: [{ ...one, lines: [{ sku: '', num: 9, price: 400 }] }, two] }), 'belowMinimum'],
      [drawing({ goods: [one, { ...two, lines: [{ sku: 'x', num: 5, price: 1 }] }] }), 'variantGone'],
      [drawing({ goods: [one, { ...two, currency: 'EUR' }] }), 'invalid'],
      [drawing({ goods: [{ ...one, goods: randomUUID() }] }), 'productGone'],
      [drawing({ goods: [one, { ...one, id: randomUUID() }] }), 'invalid'],
    ]
    for (const [n, [payload, reason]] of wrong.entries()) {
      await does(staff, 'quote.draw', payload)
      await expect.poll(async () => (await states(staff))[n]).toBe(`rejected ${reason}`)
    }
    expect(await quotesOn(b)).toHaveLength(1)
    // A refused order leaves the screen of the store, too.
    expect(await look(staff, async (db) => (await db.storeQuotes.toArray()).filter((r) => r.shown).length)).toBe(1)
  })

  it('are so many a day for one buyer, and none where enough wait for them', async () => {
    for (let n = 0; n < DRAWN_A_DAY_FOR_ONE; n++) await does(staff, 'quote.draw', drawing())
    await idle(staff)
    await does(staff, 'quote.draw', drawing())
    await expect.poll(() => states(staff)).toEqual(['rejected tooManyAttempts'])
    const rows = await market.db.selectFrom('quotes').selectAll().where('user_id', '=', b.person.uid).execute()
    const like = rows.find(({ drawn: order }) => order !== null)!
    const json = (value: unknown): string => JSON.stringify(value)
    await market.db
      .insertInto('quotes')
      .values(
        Array.from({ length: DRAWN_WAITING_MAX - 2 * DRAWN_A_DAY_FOR_ONE }, () => ({
          ...{ ...like, id: randomUUID(), uid: randomUUID(), picture: null },
          ...{ title: json(like.title), choices: json(like.choices), rounds: json(like.rounds), said: json(like.said) },
        })),
      )
      .execute()
    await market.db
      .updateTable('quotes')
      .set({ drawn_at: new Date(Date.now() - 2 * DAY) })
      .execute()
    await does(staff, 'quote.draw', drawing())
    await expect.poll(() => states(staff)).toEqual(['rejected tooManyAttempts', 'rejected tooManyAttempts'])
  })

  it('that nobody answers are over with one message, and are taken back with one', async () => {
    const p = drawing()
    await does(staff, 'quote.draw', p)
    await until('the order is here', async () => (await drawn(p.order)).length === 2)
    await expireQuotes(market.db, Date.now() + 8 * DAY)
    await until('it is over', async () => (await drawn(p.order)).every(({ state }) => state === 'expired'))
    expect(await messagesOf('quoteExpired')).toHaveLength(1)
    await expect.poll(() => standsAt(staff, p.order)).toEqual(['expired', 'expired'])

    const again = drawing()
    await does(staff, 'quote.draw', again)
    await idle(staff)
    for (const { id } of again.goods) await does(staff, 'quote.refuse', { id, round: 1, note: '' })
    await until('it is taken back', async () => {
      const all = await drawn(again.order)
      return all.length === 2 && all.every(({ state }) => state === 'declined')
    })
    expect(await messagesOf('quoteDeclined')).toHaveLength(1)
    // Confirmed too late: what was taken back is not in the cart.
    await confirming(again.order)
    await until('it is refused', async () => (await outbox(b)).every(({ state }) => state === 'rejected'))
    expect((await read(b, cartItems)).items).toEqual([])
  })
})
