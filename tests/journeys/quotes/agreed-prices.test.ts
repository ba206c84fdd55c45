import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ratesIn } from '#contract/currencies/exchange.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import type { Payload } from '#contract/registry.ts'
import { cartItems } from '#localdb/queries/cart/items.ts'
import { expireQuotes } from '#server/quotes/expire.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { placingAct } from '../../../src/parts/orders/order-payload.ts'
import { reckonCart, type OrderPart } from '../../../src/parts/cart/reckon-cart.ts'
import { newBuyer, online, outbox, settled, shopSide, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { makeAddress } from '../../support/market/orders.ts'
import { accepting, asking, DAY, offered, only, read } from '../../support/people/quotes.ts'
import { act, gesture, until } from '../../support/device/world.ts'

// A store is asked for a price without a network, answers, and is paid at the price that was agreed: once, whatever the
// network does.

let market: TestMarket
let shop: ReturnType<typeof shopSide>
beforeAll(async () => {
  market = await openTestMarket()
  shop = shopSide(market)
})
afterAll(() => market.close())

/** The order that this device's checkout would place. */
async function checkout(b: Buyer, now = Date.now()): Promise<OrderPart> {
  const found = await read(b, cartItems)
  const cart = reckonCart(found.items, {
    stores: found.stores,
    inQuestion: new Set(),
    country: 'DE',
    areaOpen: true,
    now,
    currency: 'USD',
    rateOf: ratesIn([]),
  })
  expect(cart.parts).toHaveLength(1)
  expect(cart.total!.due).toBe(cart.parts[0]!.due.total)
  return cart.parts[0]!
}

function placed(part: OrderPart, addressId: string) {
  const clientOrderId = randomUUID()
  const quotes = new Map(
    part.lines.flatMap((l) => (l.agreed?.state === 'holds' ? [[`${l.id}:${l.variantId}`, l.quote!] as const] : [])),
  )
  const { shopId, currency } = part
  const of = { clientOrderId, shopId, addressId, currency, remark: '', rate: null, due: part.due.total }
  return { id: orderRefOf(clientOrderId, shopId), act: placingAct(of, part.sums, quotes) }
}

it('asked in a tunnel, answered, accepted, ordered and paid at the agreed price, each once, over lost answers', async () => {
  const b = await newBuyer(market)
  const addressId = await makeAddress(market.db, b.person.uid)
  await b.tab.want('catalogue.details', { ids: b.one.ids }, b.person.uid)
  b.device.network.faults.offline = true
  const payload = asking(b)
  await act(b.tab, 'quote.ask', payload)
  expect(await only(b)).toMatchObject({ state: 'open', pending: 1, title: { en: expect.any(String) }, country: 'LB' })
  const user = await b.device.userDb(b.person.uid)
  // The text that the buyer wrote is in clear nowhere on the disk.
  expect(JSON.stringify([await user.outbox.toArray(), await user.quotes.toArray()])).not.toContain('Every month')
  user.close()

  b.device.network.faults.loseAnswers = 2
  await online(b)
  await settled(b)
  const { id } = payload
  expect((await market.db.selectFrom('quotes').selectAll().where('id', '=', id).execute()).length).toBe(1)
  expect((await operate(market.db, ['quote'], Date.now())).text).toContain(id.slice(0, 8))
  const result = await operate(market.db, ['quote', id.slice(0, 8), 'offer', '4.20', '3', 'Our', 'best'], Date.now())
  expect(result).toEqual({ exit: 0, text: expect.stringContaining('offers 420.00 USD for 3 days') })
  await until('the offer is here', async () => (await only(b)).state === 'offered')
  const messages = await read(b, ({ user: db }) => db.messages.toArray())
  expect(messages.find((m) => m.shown?.kind === 'quoteOffered')?.shown).toMatchObject({
    subject: { kind: 'quote', id },
    values: { amount: 42_000, currency: 'USD' },
    read: false,
  })

  b.device.network.faults.offline = true
  await act(b.tab, 'quote.accept', accepting(b, id, 420))
  expect(await only(b)).toMatchObject({ state: 'accepted', pending: 1 })
  const part = await checkout(b)
  expect(part.lines[0]).toMatchObject({ num: 100, unit: 420, quote: id, agreed: { state: 'holds' } })
  expect(part.sums.goods).toBe(42_000)
  const order = placed(part, addressId)
  expect(order.act.name).toBe('order.submitAgreed')
  await act(b.tab, order.act.name, order.act.payload)
  b.device.network.faults.loseAnswers = 2
  await online(b)
  await settled(b)
  expect(await shop.orderOf(order.id)).toMatchObject({ state: 'unpaid', total: 42_000, due: 42_000 })
  const row = await read(b, async ({ user: db }) => (await db.orders.get(order.id))!.shown!)
  expect(row.lines[0]).toMatchObject({ price: 420, amount: 42_000, quote: id })
  const paid = await b.tab.call('order.pay', { ids: [order.id], password: b.person.password }, b.person.uid)
  expect(paid.kind).toBe('accepted')
  expect(await shop.moneyOf(`escrow:${order.id}`)).toBe(42_000)
  await b.device.end()
})

it("an agreed price that ends while the order waits comes back as a question with today's price, and is placed at it", async () => {
  const { b, id } = await offered(market, 420)
  const addressId = await makeAddress(market.db, b.person.uid)
  await b.tab.want('catalogue.details', { ids: b.one.ids }, b.person.uid)
  await act(b.tab, 'quote.accept', accepting(b, id, 420))
  await settled(b)
  b.device.network.faults.offline = true
  const order = placed(await checkout(b), addressId)
  await act(b.tab, order.act.name, order.act.payload)
  await expireQuotes(market.db, Date.now() + 8 * DAY)
  await online(b)
  await until('it asks', async () => (await outbox(b))[0]?.state === 'conflict')
  const [row] = await outbox(b)
  expect(row!.last).toEqual({ reason: 'quoteOver', params: { total: 50_000, due: 50_000 } })
  expect(await shop.orderOf(order.id)).toBeUndefined()

  const { clientOrderId, shopId, currency } = order.act.payload
  const today: Payload<'order.submit'> = {
    ...{ clientOrderId, shopId, addressId, currency, remark: '' },
    lines: [{ id: b.one.ids[0]!, variantId: 0, num: 100, price: 500 }],
    ...{ goods: 50_000, shipping: 0, tax: 0, total: 50_000, rate: null, due: 50_000 },
  }
  const consent = { intentId: gesture(), name: 'order.submit' as const, payload: today, replaces: row!.intentId }
  expect(await b.tab.mutate([consent])).toEqual({ kind: 'saved' })
  await settled(b)
  expect(await shop.orderOf(order.id)).toMatchObject({ state: 'unpaid', total: 50_000 })
  await b.device.end()
})

it("holds for nobody else, no other product, and no fewer pieces: the server's price is today's", async () => {
  const { b, id } = await offered(market, 100)
  await act(b.tab, 'quote.accept', accepting(b, id, 100))
  await settled(b)
  const other = await newBuyer(market)
  const ordered = async (who: Buyer, product: number, num: number): Promise<string | undefined> => {
    const addressId = await makeAddress(market.db, who.person.uid)
    await act(who.tab, 'order.submitAgreed', {
      clientOrderId: randomUUID(),
      shopId: b.one.shopId,
      addressId,
      currency: 'USD',
      remark: '',
      lines: [{ id: product, variantId: 0, num, price: 100, quote: id }],
      ...{ goods: num * 100, shipping: 0, tax: 0, total: num * 100, rate: null, due: num * 100 },
    })
    await until('it asks', async () => (await outbox(who)).at(-1)?.state === 'conflict')
    return (await outbox(who)).at(-1)!.last?.reason
  }
  expect(await ordered(other, b.one.ids[0]!, 100)).toBe('quoteOver')
  expect(await ordered(b, b.one.ids[1]!, 100)).toBe('quoteOver')
  expect(await ordered(b, b.one.ids[0]!, 99)).toBe('quoteOver')
  await b.device.end()
  await other.device.end()
})
