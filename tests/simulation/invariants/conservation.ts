import { clampNum, lineKey } from '#contract/cart-lines.ts'
import type { Payload } from '#contract/registry.ts'
import type { CartLine } from '#contract/rows.ts'
import { unsound } from '../../support/orders.ts'
import type { Effect } from '../effect-log.ts'
import type { History } from '../history.ts'
import { MONEY } from '../shop.ts'
import { whileBusy } from '../stage.ts'

/** What an intent asks of each line of the cart. */
function asked(e: Effect): Map<string, number> {
  const deltas = new Map<string, number>()
  const say = (l: { id: number; shopId: number; variantId: number }, delta: number): void => { deltas.set(lineKey(l), (deltas.get(lineKey(l)) ?? 0) + delta) }
  if (e.name === 'cart.add') { const p = e.payload as Payload<'cart.add'>; say(p, p.num) }
  if (e.name === 'cart.set') { const p = e.payload as Payload<'cart.set'>; say(p, p.to - p.from) }
  if (e.name === 'cart.clear') for (const l of (e.payload as Payload<'cart.clear'>).lines) say(l, -l.num)
  if (e.name === 'order.place') { const p = e.payload as Payload<'order.place'>; for (const l of p.lines) say({ ...l, shopId: p.shopId }, -l.num) }
  return deltas
}

/** I9, the cart: each effect changed each line by what was asked, as far as the line, the stock and the limits allow, and nothing else did. */
export async function cartAddsUp(h: History, effects: readonly Effect[]): Promise<void> {
  const lines = new Map<string, number>()
  const ordered = new Set<string>()
  for (const e of effects.filter((f) => f.kind === 'accepted')) {
    const deltas = asked(e)
    const p = e.payload as Payload<'order.place'>
    const again = e.name === 'order.place' && ordered.has(`${p.clientOrderId}:${p.shopId}`)
    if (e.name === 'order.place') ordered.add(`${p.clientOrderId}:${p.shopId}`)
    for (const change of e.rows) {
      if (change.table !== 'cartLines') continue
      const ref = `${e.user_id} ${lineKey(change.row)}`
      const before = lines.get(ref) ?? 0
      const delta = again ? 0 : deltas.get(lineKey(change.row)) ?? 0
      const after = change.row.num
      lines.set(ref, after)
      const most = clampNum(before, delta, undefined)
      const fine = delta > 0 ? after >= before && after <= most : after === most || (e.name === 'cart.set' && after === before)
      if (!fine) h.say('I9', `${e.name} ${e.incarnation}:${e.seq} asked ${delta} of ${ref}, which went from ${before} to ${after}`)
    }
  }
  const now = await whileBusy(() => h.shop.market.db.selectFrom('cart_lines').selectAll().where('user_id', 'in', h.persons.map((p) => p.uid)).execute())
  for (const l of now) {
    const ref = `${l.user_id} ${lineKey({ id: l.product_id, shopId: l.store_id, variantId: l.variant_id } satisfies Pick<CartLine, 'id' | 'shopId' | 'variantId'>)}`
    if ((lines.get(ref) ?? 0) !== l.num) h.say('I9', `${ref} holds ${l.num}; the effects add up to ${lines.get(ref) ?? 0}`)
  }
}

/** I9, registers: each is what was last set. */
export function registersAreLastSet(h: History, effects: readonly Effect[]): void {
  for (const e of effects) {
    if (e.kind !== 'accepted' || (e.name !== 'favourite.set' && e.name !== 'follow.set')) continue
    const { id, on } = e.payload as Payload<'favourite.set'>
    for (const change of e.rows) if ((change.table === 'favourites' || change.table === 'follows') && change.row.id === id && change.row.on !== on) h.say('I9', `${e.name} ${id} ${on} made it ${change.row.on}`)
  }
}

/** I9, the bank test: the ledger adds up, nobody is below zero, stock is where it belongs, each order is there once; and nobody has more or less than they began with. */
export async function moneyAndStock(h: History, effects: readonly Effect[]): Promise<void> {
  const { db } = h.shop.market
  for (const fault of await whileBusy(() => unsound(db, h.made))) h.say('I9', fault)
  const orders = await whileBusy(() => db.selectFrom('orders').selectAll().where('user_id', 'in', h.persons.map((p) => p.uid)).execute())
  const placed = new Set(effects.filter((e) => e.name === 'order.place' && e.kind === 'accepted').map((e) => { const p = e.payload as Payload<'order.place'>; return `${p.clientOrderId}:${p.shopId}` }))
  if (placed.size !== orders.length) h.say('I9', `${placed.size} orders were placed and ${orders.length} are there`)
  for (const { uid } of h.persons) {
    const spent = orders.filter((o) => o.user_id === uid && ['paid', 'shipped', 'received', 'assessed'].includes(o.state)).reduce((sum, o) => sum + o.due, 0)
    const has = await whileBusy(() => db.selectFrom('ledger_postings').select('amount').where('account', '=', `user:${uid}:available`).execute())
    const left = has.reduce((sum, p) => sum + p.amount, 0)
    if (left + spent !== MONEY) h.say('I9', `${uid} has ${left} and has spent ${spent} of ${MONEY}`)
  }
}
