import type { Payload } from '#contract/registry.ts'
import { orderRefOf } from '#contract/orders/schema.ts'
import { readOrder } from '../order/change.ts'
import { refused, type MutationCall, type Verdict } from '../../http/handlers.ts'
import { settlementFor } from '../../rates/exchange.ts'
import { ownStore } from '../order/own-store.ts'
import { agreedFor } from '../../quotes/agreed.ts'
import { deliverTo } from './destination.ts'
import { judgeGoods } from './goods.ts'
import { areNotesOf } from './notes.ts'

/**
 * Answers what an order of these lines costs now: a question with its price, or a refusal. Nothing is written, reserved
 * or taken off the cart.
 */
export async function askPrice(call: MutationCall, p: Payload<'order.askAgreed'>): Promise<Verdict> {
  if (await readOrder(call.tx, call.userId, orderRefOf(p.clientOrderId, p.shopId))) return refused('orderedBefore')
  const own = await ownStore(call, p.shopId)
  if (own) return own
  if (!areNotesOf(p)) return refused('invalid', { path: 'notes' })
  const address = await deliverTo(call, p.addressId)
  if ('kind' in address) return address
  const { prices } = await agreedFor(call, p)
  const judged = await judgeGoods(call, p, { agreed: prices, country: address.country })
  if ('kind' in judged) return judged
  const settled = await settlementFor(call.tx, judged.sums, p.currency)
  if (settled === undefined) return refused('currencyNotPayable', { currency: p.currency })
  const { total } = judged.sums
  return { kind: 'needsConsent', refusal: { reason: 'priceAsked', params: { total, due: settled.due } } }
}
