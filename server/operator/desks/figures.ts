import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import type { Db } from '../../db/tables/tables.ts'
import { FEES } from '../../ledger/accounts.ts'
import { readMarketCurrency } from '../../market/currency.ts'
import { countBounced } from '../../mails/bounces.ts'

const DAY = 86_400_000
/** The escrow accounts (ledger/accounts.ts) as a range of texts. */
const ESCROW = sql`p.account >= 'escrow:' and p.account < 'escrow;'`

/**
 * The figures of each of the last days, with the money held at its end; days without anything too. A day is the
 * calendar's in UTC; the last one is not over.
 */
export async function figuresOf(db: Db, days: number, now: number): Promise<Stated<'operator.figures'>> {
  const currency = await readMarketCurrency(db)
  const from = new Date((Math.floor(now / DAY) - days + 1) * DAY)
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'utc')::date`
  const since = (column: string) => sql`${sql.ref(column)} >= ${from}::timestamptz`
  const { rows } = await sql<Stated<'operator.figures'>['days'][number]>`
    with span as (
      select (${from}::timestamptz at time zone 'utc')::date + back as day
      from generate_series(0, ${days - 1}::int) as back),
    placed as (select ${dayOf('o.created_at')} as day, count(*)::int as n from orders o
      where ${since('o.created_at')} group by 1),
    paid as (select ${dayOf('o.paid_at')} as day, sum(o.due)::bigint as n from orders o
      where ${since('o.paid_at')} and o.due_currency = ${currency} group by 1),
    people as (select ${dayOf('u.created_at')} as day, count(*)::int as n from users u
      where ${since('u.created_at')} group by 1),
    opened as (select ${dayOf('s.created_at')} as day, count(*)::int as n from stores s
      where ${since('s.created_at')} group by 1),
    reported as (select ${dayOf('r.at')} as day, count(*)::int as n from order_reports r
      where ${since('r.at')} group by 1),
    -- Coins count as their share of the order's amount. The last part takes the rest, so that a day may be a cent off.
    moved as (select ${dayOf('e.created_at')} as day,
        sum(case p.asset when 'USD' then p.amount else round(p.amount * o.due / o.paid_units) end)::bigint as n
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
        left join orders o on o.id = substr(p.account, 8) and o.asset = p.asset
      where ${since('e.created_at')} and ${ESCROW} group by 1),
    -- In the order's currency in the same way; a fee that went back counts on the day when it did.
    fees as (select ${dayOf('e.created_at')} as day, sum(round(p.amount * o.due / o.paid_units))::bigint as n
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.account = ${FEES} and p.seq is null
        join orders o on o.id = substring(e.cause from '^order:(.+):(?:received|(?:parcel|part|report):[^:]+):fee$')
      where ${since('e.created_at')} group by 1),
    held as (select coalesce(sum(o.held), 0)::bigint as n from orders o
      where o.held > 0 and o.due_currency = ${currency})
    select to_char(span.day, 'YYYY-MM-DD') as day, coalesce(placed.n, 0) as orders,
      coalesce(paid.n, 0)::bigint as turnover, coalesce(people.n, 0) as people, coalesce(opened.n, 0) as stores,
      coalesce(reported.n, 0) as problems, coalesce(fees.n, 0)::bigint as fees,
      coalesce(mailed.sent, 0) as mails, coalesce(mailed.bounces, 0) as bounces,
      -- The amounts held now, less those that have come and gone since that day.
      (held.n - coalesce((select sum(m.n) from moved m where m.day > span.day), 0))::bigint as held
    from span cross join held left join placed using (day) left join paid using (day) left join people using (day)
      left join opened using (day) left join reported using (day) left join fees using (day)
      left join mail_days mailed using (day)
    order by span.day`.execute(db)
  const queued = await sql<{ n: number }>`select count(*)::int as n from mails`.execute(db)
  const mail = { waiting: queued.rows[0]!.n, bounced: await countBounced(db) }
  return { days: rows, currency, mail }
}
