import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UNDO_WITHIN } from '#contract/orders/states.ts'
import {
  newBuyer,
  onDevice,
  online,
  orderInTunnel,
  outbox,
  settled,
  shopSide,
  type Buyer,
} from '../../support/people/buyer.ts'
import { ended, VOID } from '../../support/people/in-doubt.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { act, until } from '../../support/device/world.ts'

// A cancelled order shows so at once, and is sent ten seconds later: until then it is taken back without anybody's
// having heard of it; at that very moment the server decides.

let market: TestMarket
let shop: ReturnType<typeof shopSide>
beforeAll(async () => {
  market = await openTestMarket()
  shop = shopSide(market)
})
afterAll(() => market.close())

/** A buyer with a paid order, cancelled just now. */
async function cancelled(): Promise<{ b: Buyer; id: string; intentId: string }> {
  const b = await newBuyer(market)
  const { ids } = await orderInTunnel(b)
  await online(b)
  await settled(b)
  const id = ids[0]!
  expect((await b.tab.call('order.pay', { ids: [id], password: b.person.password })).kind).toBe('accepted')
  await act(b.tab, 'order.cancel', { id })
  expect(await shown(b, id)).toBe('cancelled')
  return { b, id, intentId: (await outbox(b))[0]!.intentId }
}
const shown = async (b: Buyer, id: string) => (await onDevice(b)).orders.find((o) => o.key === id)?.shown?.state
const state = async (id: string) => (await shop.orderOf(id))?.state

/** Ten seconds go by. */
async function timePasses(b: Buyer): Promise<void> {
  b.device.clock.offset += UNDO_WITHIN
  await b.tab.flush(true)
}

describe('a cancelled order', () => {
  it('is sent once its time has come, also by a page that was opened since; the money comes back', async () => {
    const { b, id } = await cancelled()
    await b.tab.flush(true)
    b.tab.kill()
    b.tab = b.device.tab()
    await b.tab.flush(true)
    expect([await shown(b, id), await state(id), (await outbox(b)).map((row) => row.attempts)]).toEqual([
      'cancelled',
      'paid',
      [0],
    ])
    await timePasses(b)
    await settled(b)
    expect([await shown(b, id), await state(id)]).toEqual(['cancelled', 'cancelled'])
    expect(await shop.moneyOf(`user:${b.person.uid}:available`)).toBe(1_000_000)
    expect(b.device.reports).toEqual([])
    await b.device.end()
  })

  it('is taken back before, by another tab and without a network: the shop never hears of it', async () => {
    const { b, id, intentId } = await cancelled()
    b.device.network.faults.offline = true
    const second = b.device.tab()
    await second.ready()
    const undo = () => second.call('intent.cancel', { intentId })
    expect(await Promise.all([undo(), undo()])).toEqual(
      [1, 2].map(() => ({ kind: 'accepted', data: { became: 'cancelled' } })),
    )
    expect(await shown(b, id)).toBe('paid')
    await online(b)
    await timePasses(b)
    expect([await outbox(b), await shown(b, id), await state(id)]).toEqual([[], 'paid', 'paid'])
    expect(await ended(b, intentId)).toEqual(['cancelled', 'cancelled'])
    expect(await shop.moneyOf(`escrow:${id}`)).toBe(2000)
    expect(b.device.reports).toEqual([])
    await b.device.end()
  })

  it.each(['before the cancellation', 'after the cancellation'])(
    'is taken back while it is on its way, and that arrives %s: both sides say the same',
    async (order) => {
      const { b, id, intentId } = await cancelled()
      const { fetch } = b.device.network
      const arrived = Promise.withResolvers<void>()
      const first = order === 'before the cancellation' ? VOID : '/api/sync/push'
      b.device.network.fetch = async (url, init) => {
        const mine = url.endsWith(first)
        if (!mine && (url.endsWith(VOID) || url.endsWith('/api/sync/push'))) await arrived.promise
        return fetch(url, init).finally(mine ? arrived.resolve : undefined)
      }
      await timePasses(b)
      await until('it is on its way', async () => (await outbox(b))[0]?.state !== 'pending')
      const second = b.device.tab()
      await second.ready()
      const outcome = await second.call('intent.cancel', { intentId })
      await settled(b)
      b.device.network.fetch = fetch
      const undone = first === VOID
      expect(outcome).toEqual({ kind: 'accepted', data: { became: undone ? 'cancelled' : 'accepted' } })
      const became = undone ? 'paid' : 'cancelled'
      await until('the phone shows what the shop has', async () => (await shown(b, id)) === became)
      expect(await state(id)).toBe(became)
      expect(await shop.moneyOf(`escrow:${id}`)).toBe(undone ? 2000 : 0)
      expect(b.device.reports).toEqual([])
      await b.device.end()
    },
  )
})
