import { sql, type RawBuilder } from 'kysely'
import { deskWaits, announcedWaits, type DeskWait, type AnnouncedWait } from '#contract/operator/desk-waits.ts'
import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { WAITS_FOR_OPERATORS } from '../../withdrawals/decide.ts'
import { lateBefore } from '../../quotes/store/requests.ts'
import { waitingActs } from '../second-eyes.ts'

// The items that wait at the operators' desks, by the same conditions as the lists there.

const talks = (isReport: boolean): RawBuilder<unknown> => sql`
  select t.desk_id, t.asked_at, t.held_by from talks t
  where t.asked_at is not null and t.store_id = 0 and not t.deleted
    and coalesce(t.subject_kind in ('product', 'store'), false) = ${isReport}`

/**
 * Rows (item, since, holder) of what waits: its id, since when it does, and the operator who holds it; null for nobody
 * in particular.
 */
const sources: Record<AnnouncedWait, (late: Date) => RawBuilder<unknown>> = {
  applications: () => sql`
    select id, submitted_at, null::uuid from merchant_applications where state in ('submitted', 'inReview')`,
  // A withdrawal that has ended never waits: the condition is there for the index of the open ones.
  withdrawals: () => sql`
    select w.id, w.at, null::uuid from withdrawals w where w.ended_at is null and ${WAITS_FOR_OPERATORS}`,
  // An id is made on a device: two persons may send the same.
  loans: () => sql`select id, min(at), null::uuid from loans where state = 'applied' group by id`,
  disputes: () => sql`
    select id, turn_at, null::uuid from order_reports where ended_at is null and state = 'escalated'`,
  talks: () => talks(false),
  reports: () => talks(true),
  requests: (late) => sql`
    select uid, asked_at, null::uuid from quotes where asked_at <= ${late}::timestamptz and not deleted`,
}

/** All that waits of some kinds, as rows (what, item, since, holder). `now` is Unix ms. */
export async function waitingRows(
  db: Db | Tx,
  names: readonly AnnouncedWait[],
  now: number,
): Promise<RawBuilder<unknown>> {
  const late = await lateBefore(db, now)
  const each = names.map(
    (name) => sql`select ${name}::text as what, w.* from (${sources[name](late)}) as w (item, since, holder)`,
  )
  return sql.join(each, sql` union all `)
}

/** The kinds of what operators with these rights are told. */
export const announcedWaitsOf = (rights: readonly OperatorRight[]): AnnouncedWait[] =>
  announcedWaits.filter((name) => rights.includes(deskWaits[name].right))

/** How much waits of a kind, and since when the longest of it does (Unix ms). */
interface Counted<W extends DeskWait> {
  what: W
  count: number
  since: number | null
}

/** How much of some kinds waits. `now` is Unix ms. */
export async function countWaits(
  db: Db | Tx,
  names: readonly AnnouncedWait[],
  now: number,
): Promise<Counted<AnnouncedWait>[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ what: AnnouncedWait; count: number; since: Date | null }>`
    select what, count(*)::int as count, min(since) as since
    from (${await waitingRows(db, names, now)}) w group by what`.execute(db)
  const found = new Map(rows.map((row) => [row.what, row]))
  return names.map((what) => {
    const row = found.get(what)
    return { what, count: row?.count ?? 0, since: row?.since?.getTime() ?? null }
  })
}

/** How much waits at the desks of an operator with these rights, acts that they may decide among it. */
export async function deskCounts(
  db: Db,
  { id, rights }: { id: string; rights: readonly OperatorRight[] },
  now: number,
): Promise<Counted<DeskWait>[]> {
  const acts = (await waitingActs(db, now, id)).filter(
    ({ by, aloneFrom }) => by.id !== id || (aloneFrom !== undefined && aloneFrom <= now),
  )
  const since = acts.length > 0 ? Math.min(...acts.map(({ at }) => at)) : null
  return [{ what: 'acts', count: acts.length, since }, ...(await countWaits(db, announcedWaitsOf(rights), now))]
}

/** How much waits for a person who has entered as an operator, all desks together; null for anybody else. */
export async function waitingForOperator(db: Db, id: string, now: number): Promise<{ waiting: number } | null> {
  const operator = await db
    .selectFrom('operators as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select('o.rights')
    .where('o.user_id', '=', id)
    .where('o.entered_at', 'is not', null)
    .where('u.suspended_for', 'is', null)
    .executeTakeFirst()
  if (!operator) return null
  const counts = await deskCounts(db, { id, rights: operator.rights }, now)
  return { waiting: counts.reduce((sum, { count }) => sum + count, 0) }
}
