import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { writeNotes } from '#contract/orders/line-notes.ts'
import { operate } from '#server/operator/commands/operate.ts'
import type { Acting } from './acting.ts'
import { placing } from '../market/orders.ts'
import { PASSWORD, picture, type Stage } from './whole-life.ts'

/** Orders: one with a problem that the operator decides, one of which a part is given back, one that is refunded. */
export async function buy(stage: Stage, me: Acting, addressId: string): Promise<string[]> {
  const { market, marks, shop, seller, operator } = stage
  const [first, second] = shop.ids as [number, number]
  const order = async (name: string, notes: string): Promise<string> => {
    const wanted = [
      { id: first, num: 2 },
      { id: second, num: 2 },
    ]
    const { db } = market
    const p = await placing(db, shop.shopId, addressId, wanted, { remark: marks.word('person', `remark of ${name}`) })
    const written = { notes, poNumber: marks.word('person', `PO number of ${name}`), rate: null, due: p.total }
    await me.push('order.submit', { ...p, ...written })
    const id = `${p.clientOrderId}:${shop.shopId}`
    await me.call('/api/order/pay', { ids: [id], password: PASSWORD })
    return id
  }
  const ship = (id: string): Promise<unknown> => {
    const lines = [first, second].map((product) => ({ id: product, variantId: 0, num: 2 }))
    const parcel = { carrier: marks.word('store', 'carrier'), tracking: marks.word('store', 'tracking') }
    return seller.push('sale.ship', { id, parcel: 1, lines, ...parcel }, shop.uid)
  }
  const note = (name: string): string => writeNotes(new Map([[`${first}:0`, marks.word('person', `note on ${name}`)]]))!
  const disputed = await order('a disputed order', note('a disputed order'))
  await ship(disputed)
  const report = randomUUID()
  const problem = { problem: 'damaged', wish: 'refund', text: marks.word('person', 'problem') } as const
  const pictured = { pictures: [await picture(stage, me, 'the problem')] }
  const line = { id: first, variantId: 0, num: 1 }
  await me.push('order.report', { id: disputed, report, parcel: 1, line, ...problem, ...pictured })
  const no = { say: 'decline', carrier: '', tracking: '', words: marks.word('store', 'refusal') } as const
  await seller.push('sale.answer', { id: disputed, report, ...no }, shop.uid)
  await me.push('order.reply', { id: disputed, report, reply: 'escalate', offer: 0 })
  const verdict = { id: report, refund: 100, words: marks.word('operator', 'verdict') }
  await operator.call('/api/operator/decide_dispute', verdict)
  await me.push('order.receive', { id: disputed })
  const bought = await order('an order', note('an order'))
  await ship(bought)
  const back = { refund: 1, parcel: 1, amount: 50, words: marks.word('store', 'refund') }
  await seller.push('sale.refundPart', { id: bought, ...back }, shop.uid)
  await me.push('order.receive', { id: bought })
  const refunded = await order('a refunded order', note('a refunded order'))
  const why = marks.word('operator', 'refund')
  expect((await operate(market.db, ['refund', refunded, 'operator', why], Date.now())).exit).toBe(0)
  return [disputed, bought]
}

/** Reviews: one that stays, one that is taken back, one that the operator hides. */
export async function review(stage: Stage, me: Acting, orders: readonly string[]): Promise<void> {
  const { market, marks, shop, seller, operator } = stage
  const write = async (orderId: string, productId: number, name: string): Promise<number> => {
    const pictured = { pictures: [await picture(stage, me, name)] }
    const words = { rating: 4, text: marks.word('person', name), language: 'en' as const }
    await me.push('review.write', { orderId, productId, ...words, ...pictured })
    const rows = market.db.selectFrom('own_reviews').select('review_id').where('user_id', '=', me.uid)
    const one = rows.where('order_id', '=', orderId).where('product_id', '=', productId)
    return (await one.executeTakeFirstOrThrow()).review_id!
  }
  const [one, two] = orders as [string, string]
  const id = await write(one, shop.ids[0]!, 'a review')
  await seller.push('review.reply', { id, n: 1, text: marks.word('store', 'reply') }, shop.uid)
  await write(one, shop.ids[1]!, 'a review that is taken back')
  await me.push('review.delete', { orderId: one, productId: shop.ids[1]! })
  const hidden = await write(two, shop.ids[0]!, 'a hidden review')
  await operator.call('/api/operator/bar', { what: 'review', id: hidden, reason: marks.word('operator', 'bar') })
}
