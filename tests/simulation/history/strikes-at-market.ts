import { placesOrder } from '#contract/orders/placing.ts'
import { mutationOf } from '#contract/mutations.ts'
import type { Payload } from '#contract/registry.ts'
import type { Effect } from './effect-log.ts'
import type { History } from './history.ts'

/** Counts the changes at the market that changed the outcome of an intent: only these have struck. */
export function strikesAtMarket(h: History, effects: readonly Effect[]): void {
  for (const e of effects) {
    if (e.reason === 'areaNotOpen') h.strike('areaCloses')
    if (!placesOrder(e.name)) continue
    const p = e.payload as Payload<'order.place'>
    if (e.reason !== 'priceRose' && !isCheaper(e, p)) continue
    h.strike(h.dearer.has(p.clientOrderId) ? 'dearer' : 'priceChanges')
  }
}

/** Whether a guest's work, sealed things, a file, consent, purged outcomes and late answers met in this history. */
export function strikesTogether(h: History, effects: readonly Effect[]): void {
  const all = ['guestMerge', 'exported', 'imported', 'agreed', 'outcomesPurged', 'lateAnswer'] as const
  if (
    all.every((kind) => h.strikes[kind]) &&
    effects.some((e) => mutationOf(e.name).sealed !== undefined && e.seq !== null)
  )
    h.strike('allMeet')
}

/** Whether an order came to less than its person had seen. */
const isCheaper = (e: Effect, { total }: Payload<'order.place'>): boolean =>
  e.kind === 'accepted' && e.rows.some((c) => c.table === 'orders' && c.row.total < total)
