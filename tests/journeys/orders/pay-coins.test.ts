import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdings } from '#localdb/queries/wallet.ts'
import type { Readers } from '#localdb/read.ts'
import { operate } from '#server/operator/commands/operate.ts'
import type { CallOutput } from '#worker/api/worker-api.ts'
import { newBuyer, online, orderInTunnel, settled, shopSide, type Buyer } from '../../support/people/buyer.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { giveCoins, unsound } from '../../support/market/orders.ts'
import { act, until } from '../../support/device/world.ts'

// Paying orders in ether: the quote, the ledger, the balances and orders on the device, and the way back.

const ETHER = 10n ** 18n

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await operate(market.db, ['rate', 'ETH', '3000'], Date.now())
})
afterAll(() => market.close())

async function shown({ device, person }: Buyer) {
  const user = await device.userDb(person.uid)
  try {
    const held = await holdings({ user } as unknown as Readers)
    const orders = (await user.orders.toArray()).flatMap(({ shown: order }) => order ?? [])
    return { ether: held.find(({ asset }) => asset === 'tETH'), orders }
  } finally {
    user.close()
  }
}

/** A buyer with one ether and two placed orders, of 20.00 and 25.00, and what they cost in ether. */
async function quoted(): Promise<{ b: Buyer; ids: string[]; quote: CallOutput<'order.payQuote'>['quotes'][number] }> {
  const b = await newBuyer(market)
  await giveCoins(market.db, b.person.uid, 'tETH', ETHER)
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  const answer = await b.tab.call('order.payQuote', { ids })
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return { b, ids, quote: answer.data.quotes.find(({ asset }) => asset === 'tETH')! }
}

describe(`paying in ether (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is on the device at once: what is held, what is left, and in which coin the orders were paid', async () => {
    const { b, ids, quote } = await quoted()
    expect(quote.units).toBe('15000010000000000')
    const paid = await b.tab.call('order.pay', { ids, quote: quote.id, password: b.person.password })
    expect(paid.kind).toBe('accepted')
    b.device.network.faults.offline = true
    const { ether, orders } = await shown(b)
    expect(ether).toMatchObject({ available: ETHER - BigInt(quote.units), held: BigInt(quote.units) })
    expect(orders.map(({ coins }) => coins?.asset)).toEqual(['tETH', 'tETH'])
    expect(await unsound(market.db)).toEqual([])
    await b.device.end()
  })

  it('gives back the coins of an order that is cancelled, to the last unit', async () => {
    const { b, ids, quote } = await quoted()
    await b.tab.call('order.pay', { ids, quote: quote.id, password: b.person.password })
    await act(b.tab, 'order.cancel', { id: ids[0]! })
    await b.tab.flush(true)
    await settled(b)
    await until('its coins are back', async () => (await shown(b)).ether?.available === ETHER - 8_333_340_000_000_000n)
    const check = await b.tab.call('wallet.check', {})
    expect(check).toMatchObject({ kind: 'accepted', data: { verdict: 'right' } })
    await b.device.end()
  })

  it('pays nothing by a quote that another device has replaced', async () => {
    const { b, ids, quote } = await quoted()
    expect((await b.tab.call('order.payQuote', { ids: ids.slice(0, 1) })).kind).toBe('accepted')
    const answer = await b.tab.call('order.pay', { ids, quote: quote.id, password: b.person.password })
    expect(answer).toMatchObject({ kind: 'refused', refusal: { reason: 'payQuoteOver' } })
    expect((await shown(b)).orders.map(({ state }) => state)).toEqual(['unpaid', 'unpaid'])
    expect(await shopSide(market).orderOf(ids[0]!)).toMatchObject({ state: 'unpaid' })
    await b.device.end()
  })
})
