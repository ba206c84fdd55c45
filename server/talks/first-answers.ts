import { sql } from 'kysely'
import { ANSWERS_DAYS, ANSWERS_LEAST, answerHours, UNANSWERED_AFTER } from '#contract/stores/first-answers.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'

const DAY = 86_400_000

/**
 * The stores whose first answers take another time than they show, with the hours that they should. Of each
 * conversation that a buyer began lately it counts from their first words to the store's; what has waited for long, up
 * to now.
 */
async function changed(db: Db | Tx, now: number): Promise<Map<number, number | null>> {
  const at = new Date(now)
  const { rows } = await sql<{ id: number; shown: number | null; half: number | null; asked: number }>`
    with begun as (
      select l.store_id, l.at, (select min(a.at) from talk_lines a
          where a.user_id = l.user_id and a.talk_id = l.talk_id and not a.mine) as answered
      from talk_lines l where l.n = 1 and l.mine and l.store_id > 0
        and l.at > ${new Date(now - ANSWERS_DAYS * DAY)}::timestamptz and l.at <= ${at}::timestamptz),
    took as (
      select store_id, extract(epoch from coalesce(answered, ${at}::timestamptz) - at) * 1000 as ms from begun
      where answered is not null or at <= ${new Date(now - UNANSWERED_AFTER)}::timestamptz),
    told as (
      select store_id, count(*)::int as asked, percentile_disc(0.5) within group (order by ms)::float8 as half
      from took group by store_id)
    select s.id, s.answers_in as shown, t.half, coalesce(t.asked, 0) as asked
    from stores s left join told t on t.store_id = s.id
    where t.store_id is not null or s.answers_in is not null`.execute(db)
  const hours = rows.map(({ id, shown, half, asked }) => {
    const should = half === null || asked < ANSWERS_LEAST ? null : answerHours(half)
    return { id, shown, should }
  })
  return new Map(hours.filter(({ shown, should }) => shown !== should).map(({ id, should }) => [id, should]))
}

/**
 * Reckons how long stores take to answer. Each that changed is a change of the catalogue. Returns how many did; `now`
 * is Unix ms.
 */
export async function reckonFirstAnswers(db: Db, now: number): Promise<number> {
  if ((await changed(db, now)).size === 0) return 0
  return catalogueTransaction(db, async ({ tx, rev }) => {
    const stale = await changed(tx, now)
    const rows = [...stale].map(([id, hours]) => ({ id, hours }))
    await sql`update stores s set answers_in = x.hours, rev = ${rev}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id int, hours int) where s.id = x.id`.execute(tx)
    return stale.size
  })
}
