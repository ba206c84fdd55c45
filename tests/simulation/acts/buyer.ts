import { mutations } from '#contract/mutations.ts'
import type { Random } from '#server/seed/random.ts'
import { placing } from '../../support/market/orders.ts'
import type { History } from '../history/history.ts'
import { uuidFrom } from '../gestures/sight.ts'

// A customer, without a device in the history, buys at the store for which the persons act: members may not.

/** Buys something and pays it. */
export async function sell(h: History, random: Random): Promise<void> {
  const { market } = h.shop
  const { password, token } = h.staffed!.buyer
  const { shopId, ids } = h.stores[0]!
  const id = uuidFrom(random)
  const at = { country: 'DE', province: 'DE-BE', city: 'Berlin', detail: 'Port road 1', zip: '10119' }
  const patch = { ...at, recipient: 'Amal', mobile: '+4930123456' }
  await market.call(mutations['address.put'].path, { id, patch, baseRev: 0 }, token)
  const wanted = [{ id: ids[1]!, num: random.whole(1, 3) }]
  const order = { ...(await placing(market.db, shopId, id, wanted)), clientOrderId: uuidFrom(random) }
  await market.call(mutations['order.place'].path, order, token)
  await market.call('/api/order/pay', { ids: [`${order.clientOrderId}:${shopId}`], password }, token)
}

async function askForPrice(h: History, random: Random): Promise<void> {
  const { shopId, ids } = h.stores[0]!
  const lines = [{ variantId: 0, num: random.whole(2, 20) }]
  const wish = { id: uuidFrom(random), shopId, productId: random.pick(ids), currency: 'USD', lines, target: 400 }
  await h.shop.market.call(mutations['quote.ask'].path, { ...wish, country: 'DE', note: '' }, h.staffed!.buyer.token)
}

/** Receives what the store has shipped of an order, and reviews it. */
async function review(h: History, random: Random): Promise<void> {
  const { market } = h.shop
  const { uid, token } = h.staffed!.buyer
  const arrived = await market.db
    .selectFrom('orders as o')
    .innerJoin('order_lines as l', 'l.order_id', 'o.id')
    .select(['o.id', 'l.product_id'])
    .where('o.user_id', '=', uid)
    .where('o.state', 'in', ['shipped', 'received'])
    .orderBy('o.id')
    .executeTakeFirst()
  if (!arrived) return
  const payload = { orderId: arrived.id, productId: arrived.product_id, rating: random.whole(1, 5), text: 'So it is' }
  await market.call(mutations['order.receive'].path, { id: arrived.id }, token)
  await market.call(mutations['review.write'].path, { ...payload, language: 'en', pictures: [] }, token)
}

/** Buys, mostly; else asks for a price, or reviews what has arrived. */
export const buys = (h: History, random: Random): Promise<void> =>
  random.pick([sell, sell, askForPrice, review])(h, random)
