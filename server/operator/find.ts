import { sql, type RawBuilder } from 'kysely'
import type { Input, Stated } from '#contract/registry.ts'
import type { OrderDay } from '#contract/orders/days.ts'
import { parseOrderNumber } from '#contract/orders/number.ts'
import type { OrderState } from '#contract/orders/states.ts'
import type { Db } from '../db/tables/tables.ts'
import { containing } from '../db/within.ts'
import { orderNumber, serialOf } from '../orders/order/number.ts'

/** The largest number of rows shown; a search narrows a longer list. */
const SHOWN = 50
/** The largest number of rows of one day: more, so that the list has every row that the day's figure counts. */
const SHOWN_OF_DAY = 500
const DAY = 86_400_000

const shown = (day: string | undefined): number => (day === undefined ? SHOWN : SHOWN_OF_DAY)

/** Whether a time is of a day of the calendar in UTC (2026-11-23); of any where none is named. */
function ofDay(column: string, day: string | undefined): RawBuilder<unknown> {
  if (day === undefined) return sql`true`
  const from = Date.parse(day)
  return sql`(${sql.ref(column)} >= ${new Date(from)}::timestamptz
    and ${sql.ref(column)} < ${new Date(from + DAY)}::timestamptz)`
}

export async function findPeople(
  db: Db,
  { find = '', day }: Input<'operator.people'> = {},
): Promise<Stated<'operator.people'>> {
  const { rows } = await sql<{
    id: string
    email: string
    name: string
    at: Date
    orders: number
    suspended: string | null
  }>`
    select u.id, u.email, u.username as name, u.created_at as at, u.suspended_for as suspended,
      (select count(*)::int from orders o where o.user_id = u.id) as orders
    from users u where u.deleted_at is null
      and (${find.trim()} = '' or u.email ilike ${containing(find)} or u.username ilike ${containing(find)})
      and ${ofDay('u.created_at', day)}
    order by u.suspended_at desc nulls last, u.created_at desc, u.id limit ${sql.lit(shown(day) + 1)}`.execute(db)
  const { all } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    people: rows.slice(0, shown(day)).map((row) => ({ ...row, at: row.at.getTime() })),
    more: rows.length > shown(day),
    all: Number(all),
  }
}

export async function findStores(
  db: Db,
  { find = '', day }: Input<'operator.stores'> = {},
): Promise<Stated<'operator.stores'>> {
  const { rows } = await sql<{
    id: number
    name: string
    at: Date
    products: number
    suspended: string | null
    closed: boolean
    before: string | null
  }>`
    select s.id, s.name, s.created_at as at, s.suspended_for as suspended,
      s.closed_at is not null as closed,
      (select r.name from store_renames r where r.store_id = s.id order by r.at desc limit 1) as before,
      (select count(*)::int from products p where p.store_id = s.id and p.active) as products
    from stores s where (${find.trim()} = '' or s.name ilike ${containing(find)}
      or exists (select from store_renames r where r.store_id = s.id and r.name ilike ${containing(find)}))
      and ${ofDay('s.created_at', day)}
    order by s.suspended_at desc nulls last, s.created_at desc, s.id limit ${sql.lit(shown(day) + 1)}`.execute(db)
  return {
    stores: rows.slice(0, shown(day)).map((row) => ({ ...row, at: row.at.getTime() })),
    more: rows.length > shown(day),
  }
}

/**
 * Whether the order `o` of a buyer `u` and a store `s` fits what an operator looks for: its number, or words. A name or
 * a tracking number may read as the number of an order that there is not.
 */
export async function orderFits(db: Db, find: string): Promise<RawBuilder<unknown>> {
  const number = parseOrderNumber(find)
  const serial = number && serialOf(number)
  if (serial && (await db.selectFrom('orders').select('id').where('serial', '=', serial).executeTakeFirst()))
    return sql`o.serial = ${serial}::bigint`
  return sql`(${find.trim()} = ''
    or u.email ilike ${containing(find)} or u.username ilike ${containing(find)} or s.name ilike ${containing(find)}
    or exists (select from order_lines l where l.order_id = o.id and l.title::text ilike ${containing(find)})
    or exists (select from parcels p where p.order_id = o.id and p.tracking ilike ${containing(find)}))`
}

/** The orders `o` of a day, by what they are of it. */
const days: Record<OrderDay, (day: string | undefined) => RawBuilder<unknown>> = {
  placed: (day) => ofDay('o.created_at', day),
  paid: (day) => ofDay('o.paid_at', day),
  reported: (day) =>
    day === undefined
      ? sql`true`
      : sql`exists (select from order_reports r where r.order_id = o.id and ${ofDay('r.at', day)})`,
}

export async function findOrders(
  db: Db,
  { find = '', state, day, by = 'placed' }: Input<'operator.orders'>,
): Promise<Stated<'operator.orders'>> {
  const { rows } = await sql<{
    id: string
    serial: number
    state: OrderState
    total: number
    currency: string
    at: Date
    buyer: string
    store: string
    held: number
    due_currency: string
  }>`
    select o.id, o.serial, o.state, o.total, o.currency, o.created_at as at, u.email as buyer, s.name as store,
      o.held, o.due_currency
    from orders o join users u on u.id = o.user_id join stores s on s.id = o.store_id
    where (${state ?? null}::text is null or o.state = ${state ?? null})
      and ${await orderFits(db, find)} and ${days[by](day)}
    order by o.created_at desc, o.id limit ${sql.lit(shown(day) + 1)}`.execute(db)
  return {
    orders: rows.slice(0, shown(day)).map(({ serial, at, held, due_currency, ...row }) => ({
      ...row,
      number: orderNumber(serial),
      at: at.getTime(),
      back: { amount: held, currency: due_currency },
    })),
    more: rows.length > shown(day),
  }
}
