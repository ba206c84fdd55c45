import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { millis } from '../../catalogue/product-json.ts'
import type { Db } from '../../db/tables/tables.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'

// One person, or one store, as operators see it.

export const operatorTraderHandlers: HandlersFor<'operator.person' | 'operator.store'> = {
  'operator.person': async (call, { id }) => {
    const found = await personOf(call.db, id, call.now())
    return found ? accepted(found) : refused('notFound')
  },
  'operator.store': async (call, { id }) => {
    const found = await storeOf(call.db, id)
    return found ? accepted(found) : refused('storeGone')
  },
}

/** The problems that are not settled, of the orders `o` that a condition chooses. */
const problems = (of: ReturnType<typeof sql>) => sql`(select count(*)::int from order_reports r
  join orders o on o.id = r.order_id where r.ended_at is null and ${of})`

type PersonPage = Stated<'operator.person'>

async function personOf(db: Db, id: string, now: number): Promise<PersonPage | undefined> {
  const { rows } = await sql<PersonPage['person'] & Omit<PersonPage, 'person' | 'stores'>>`
    select u.id, u.email, u.username as name, ${millis('u.created_at')} as at, u.suspended_for as suspended, u.language,
      (select count(*)::int from orders o where o.user_id = u.id) as orders,
      (select floor(extract(epoch from max(x.seen_at)) * 1000)::bigint from sessions x
        where x.user_id = u.id and x.expires_at > ${new Date(now)}::timestamptz) as "seenAt",
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as factor,
      exists (select from operators p where p.user_id = u.id) as operator,
      exists (select from mail_bounces b
        where b.user_id = u.id and b.address = u.email and b.cleared_at is null) as bounced,
      ${problems(sql`o.user_id = u.id`)} as problems
    from users u where u.id = ${id}::uuid and u.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { email, name, at, suspended, orders, id: uid, ...rest } = row
  const { rows: stores } = await sql<PersonPage['stores'][number]>`
    select s.id, s.name, m.role, ${millis('m.since')} as since from store_members m join stores s on s.id = m.store_id
    where m.user_id = ${id}::uuid and m.ended_at is null order by m.since, s.id`.execute(db)
  return { person: { id: uid, email, name, at, suspended, orders }, ...rest, stores }
}

type StorePage = Stated<'operator.store'>

async function storeOf(db: Db, id: number): Promise<StorePage | undefined> {
  const { rows } = await sql<StorePage['store'] & Omit<StorePage, 'store' | 'members'>>`
    select s.id, s.name, ${millis('s.created_at')} as at, s.suspended_for as suspended,
      s.closed_at is not null as closed, s.area, s.currency,
      (select r.name from store_renames r where r.store_id = s.id order by r.at desc limit 1) as before,
      (select count(*)::int from products p where p.store_id = s.id and p.active) as products,
      (select count(*)::int from products p where p.store_id = s.id and not p.deleted) as goods,
      (select count(*)::int from orders o where o.store_id = s.id) as orders,
      (select count(*)::int from orders o where o.store_id = s.id and o.state = 'paid') as "toShip",
      ${problems(sql`o.store_id = s.id`)} as problems,
      coalesce(f.sales, 0)::float8 as sales, coalesce(f.followers, 0) as followers
    from stores s left join store_figures f on f.store_id = s.id where s.id = ${id}::int`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { name, at, suspended, closed, before, products, id: number, ...rest } = row
  const { rows: members } = await sql<StorePage['members'][number]>`
    select u.id, u.username as name, u.email, m.role, ${millis('m.since')} as since
    from store_members m join users u on u.id = m.user_id
    where m.store_id = ${id}::int and m.ended_at is null order by m.since, u.id`.execute(db)
  return { store: { id: number, name, at, suspended, closed, before, products }, ...rest, members }
}
