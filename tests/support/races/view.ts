import { sql } from 'kysely'
import { isOpenOrder } from '#contract/orders/states.ts'
import type { StoreRole } from '#contract/stores/roles.ts'
import { readOrders, type OrderRow } from '#server/orders/order/change.ts'
import { readQuotes, type QuoteRow } from '#server/quotes/change.ts'
import type { Random } from '#server/seed/random.ts'
import type { TestShop } from '../market/orders.ts'
import type { Racer, RaceStage } from './stage.ts'

/** A membership that lives, or waits for an answer. */
export interface Standing {
  store: TestShop
  racer: Racer
  role: StoreRole
  live: boolean
  invited: boolean
}

/** The market as everybody sees it before a round; they act by it, whatever the others do meanwhile. */
export interface View {
  /** Those of which something may still happen, in the order of their numbers. */
  orders: readonly OrderRow[]
  quotes: readonly QuoteRow[]
  standings: readonly Standing[]
  /** Acts of operators that wait for another. */
  waiting: readonly string[]
  /** Products that the market took off. */
  barred: ReadonlySet<number>
}

/** Everything that happens in a round is rather about these. */
export interface Focus {
  order: OrderRow | undefined
  quote: QuoteRow | undefined
  store: TestShop
  productId: number
  buyer: Racer
}

/** Something that one does in a round; it resolves to what it came to. */
export interface Act {
  what: string
  run(): Promise<string>
}

/** Draws an act about the round's focus; undefined where there is none now. */
export type Draw = (s: RaceStage, at: View & Focus, random: Random) => Act | undefined

/** The number of ended orders that are still acted on: nothing of them may move. */
const ENDED = 3

export async function lookAt(s: RaceStage): Promise<View> {
  const { db } = s
  const all = (await readOrders(db, sql`true`)).toSorted((a, b) => a.serial - b.serial)
  const open = all.filter((o) => isOpenOrder(o.state) || o.reports.some(({ endedAt }) => endedAt === null))
  const ended = all.filter((o) => !open.includes(o)).slice(-ENDED)
  const { rows: members } = await sql<{
    store_id: number
    user_id: string
    role: StoreRole
    live: boolean
    invited: boolean
  }>`
    select store_id, user_id, role, ended_at is null as live, invited_role is not null as invited from store_members
    where ended_at is null or invited_role is not null order by store_id, since, user_id`.execute(db)
  const quotes = await readQuotes(db, sql`q.state in ('open', 'offered', 'accepted') and not q.deleted`)
  const { rows: waiting } = await sql<{ id: string }>`select id from pending_acts order by asked_at, id`.execute(db)
  const { rows: barred } = await sql<{ id: number }>`select id from products where hidden_for is not null`.execute(db)
  return {
    orders: [...open, ...ended],
    quotes: quotes.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-20),
    standings: members.flatMap(({ store_id, user_id, ...rest }) => {
      const racer = s.staff.get(user_id) ?? s.buyers.find(({ uid }) => uid === user_id)
      const store = s.stores.find(({ shopId }) => shopId === store_id)
      return racer && store ? [{ store, racer, ...rest }] : []
    }),
    waiting: waiting.map(({ id }) => id),
    barred: new Set(barred.map(({ id }) => id)),
  }
}

/** Chooses the subject of a round. */
export function focusOn(s: RaceStage, view: View, random: Random): Focus {
  const order = view.orders.length > 0 ? random.pick(view.orders) : undefined
  const quote = view.quotes.length > 0 ? random.pick(view.quotes) : undefined
  const store = s.stores.find(({ shopId }) => shopId === order?.store_id) ?? random.pick(s.stores)
  return {
    order,
    quote,
    store,
    productId: order?.lines[0]!.id ?? random.pick(store.ids),
    buyer: s.buyers.find(({ uid }) => uid === order?.user_id) ?? random.pick(s.buyers),
  }
}

/** One of the live members of a store; `role` narrows it. */
export function memberOf({ standings }: View, store: TestShop, random: Random, role?: StoreRole): Racer | undefined {
  const some = standings.filter((m) => m.store === store && m.live && (role === undefined || m.role === role))
  return some.length > 0 ? random.pick(some).racer : undefined
}
