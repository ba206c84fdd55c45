import { sql } from 'kysely'
import { ADDRESSES_MAX } from '#contract/addresses/schema.ts'
import { CONTRACT_VERSIONS_MAX } from '#contract/market/contract-versions.ts'
import { announcedWaits } from '#contract/operator/desk-waits.ts'
import { CART_LINES_MAX } from '#contract/wire/limits.ts'
import { LIST_LINES_MAX, OWN_LISTS_MAX } from '#contract/own-lists/rules.ts'
import { QUOTE_DAYS, QUOTES_MAX } from '#contract/quotes/rules.ts'
import { MESSAGES_DAYS, MESSAGES_MAX, TALK_LINES_MAX, TALKS_MAX, WATCHES_MAX } from '#contract/messages/rules.ts'
import type { Bound, Bounds } from '../../turns/bounds.ts'
import type { Db } from '../../db/tables/tables.ts'
import { AUDIT_DAYS } from '../../audit/audit.ts'
import { PARCELS_MAX } from '#contract/orders/parts.ts'
import { PART_REFUNDS_MAX } from '#contract/reports/refunds.ts'
import { REPORTS_MAX } from '#contract/reports/rules.ts'
import { ATTEMPTS_MAX } from '../../account/social.ts'
import { UNPAID_MAX } from '../../orders/placing/unpaid.ts'
import { DAY_OF_A_PERSON, dayOfStore, type StoredSize } from '../../sync/measure.ts'
import { INCARNATIONS_KEPT, PURGE_DAYS, RETENTION_DAYS } from '../../sync/retention.ts'
import { FILE_BYTES_A_DAY, FILE_BYTES_LEAST, UNUSED_FILE_DAYS } from '#contract/pictures/files.ts'
import { POSITION_DAYS } from '../../feed/position.ts'
import { readSetting } from '../../market/settings.ts'
import { MAIL_DAYS } from '../../mails/days.ts'
import { LINES_MAX } from '../../messages/notices.ts'
import { KEPT_MS, MAILS_WAITING_MAX } from '../../mails/queue.ts'
import { SESSIONS_MAX } from '../../http/session.ts'
import { PROOFS_KEPT } from '../../reserves/results.ts'
import { asked, most } from '../asked.ts'
import { OPERATORS_MAX } from '../operators.ts'
import { SUMS_KEPT_DAYS } from '../alone.ts'
import { ANNOUNCED_WAITS_MAX } from '../desks/tell-waits.ts'
import { ACTS_WAITING_MAX, WAITING_OF_ONE_MAX } from '../second-eyes.ts'
import { storeBounds } from './store-bounds.ts'
import { mostStoredToday } from '../stored-today.ts'

const DAY = 86_400_000
/** One of the goods that were not shipped, and one of all that is held afterwards. */
const WHOLE_REFUNDS = 2

const storedToday = (db: Db, owner: 'person' | 'store', day: StoredSize): Bound[] => [
  {
    name: `Intents of a ${owner} stored today`,
    limit: day.intents,
    unit: 'rows',
    use: mostStoredToday(db, owner, 'stored'),
  },
  {
    name: `Bytes of intents of a ${owner} stored today`,
    limit: day.bytes,
    unit: 'bytes',
    use: mostStoredToday(db, owner, 'stored_bytes'),
  },
]

/** Of messages and quotes. */
const messageBounds = (db: Db): Bound[] => [
  {
    name: 'Oldest message',
    limit: MESSAGES_DAYS + 1,
    unit: 'days',
    use: asked(db, sql`select extract(day from now() - min(at))::int as n from messages where not deleted`),
  },
  { name: 'Quotes of a person', limit: QUOTES_MAX, unit: 'rows', use: most(db, 'quotes', 'not deleted') },
  {
    name: 'Oldest quote',
    limit: QUOTE_DAYS + 1,
    unit: 'days',
    use: asked(db, sql`select extract(day from now() - min(at))::int as n from quotes where not deleted`),
  },
]

/** The bounds of orders and what hangs on them. */
const orderBounds = (db: Db): Bound[] => [
  { name: 'Unpaid orders of a buyer', limit: UNPAID_MAX, unit: 'rows', use: most(db, 'orders', "state = 'unpaid'") },
  {
    name: 'Parcels of an order',
    limit: PARCELS_MAX + REPORTS_MAX,
    unit: 'rows',
    use: asked(db, sql`select max(n)::int as n from parcels`),
  },
  {
    name: 'Papers of an order: its invoice, and a credit note for each refund',
    limit: 1 + PART_REFUNDS_MAX + REPORTS_MAX + WHOLE_REFUNDS,
    unit: 'rows',
    use: asked(db, sql`select max(c)::int as n from (select count(*) as c from invoices group by order_id) each_one`),
  },
  {
    name: 'Problems reported with an order',
    limit: REPORTS_MAX,
    unit: 'rows',
    use: asked(
      db,
      sql`select max(c)::int as n from (select count(*) as c from order_reports group by order_id) each_one`,
    ),
  },
]

/** Of what the server remembers of intents and feeds. */
const feedBounds = (db: Db): Bound[] => [
  {
    name: 'Oldest outcome that is not kept for ever',
    limit: RETENTION_DAYS + 1,
    unit: 'days',
    use: asked(db, sql`select extract(day from now() - min(created_at))::int as n from outcomes where not kept`),
  },
  {
    name: 'Incarnations of an owner without an outcome',
    limit: INCARNATIONS_KEPT + 1,
    unit: 'rows',
    use: most(
      db,
      'incarnations',
      `not exists (select from outcomes o where o.user_id = incarnations.user_id
        and o.incarnation = incarnations.incarnation)`,
    ),
  },
  {
    name: 'Oldest stamp of a feed (tombstones go with it)',
    limit: POSITION_DAYS + PURGE_DAYS + 1,
    unit: 'days',
    use: asked(db, sql`select extract(day from now() - min(at))::int as n from feed_stamps`),
  },
]

/** Bounds on mails that wait to be sent, and on sign-ins that wait to come back. */
const waitingBounds = (db: Db): Bound[] => [
  {
    name: 'Mails that wait for one address',
    limit: MAILS_WAITING_MAX,
    unit: 'rows',
    use: asked(db, sql`select max(c)::int as n from (select count(*) as c from mails group by address) each_one`),
  },
  {
    name: 'Oldest mail that waits',
    limit: KEPT_MS / DAY + 1,
    unit: 'days',
    use: asked(db, sql`select extract(day from now() - min(created_at))::int as n from mails`),
  },
  {
    name: 'Lines of a mail that is gathered',
    limit: LINES_MAX,
    unit: 'rows',
    use: asked(db, sql`select max(jsonb_array_length(lines)) as n from mail_notices`),
  },
  {
    name: 'Days on which mails are counted',
    limit: MAIL_DAYS + 2,
    unit: 'days',
    use: asked(db, sql`select count(*)::int as n from mail_days`),
  },
  {
    name: 'Sign-ins with an account of elsewhere under way',
    limit: ATTEMPTS_MAX,
    unit: 'rows',
    use: asked(db, sql`select count(*)::int as n from social_attempts`),
  },
]

/** Of operators, of what they do, and of what they are shown of the market's money. */
const operatorBounds = (db: Db): Bound[] => [
  {
    name: 'Operators',
    limit: OPERATORS_MAX,
    unit: 'rows',
    use: asked(db, sql`select count(*)::int as n from operators`),
  },
  {
    name: 'Acts that wait for a second operator',
    limit: ACTS_WAITING_MAX,
    unit: 'rows',
    use: asked(db, sql`select count(*)::int as n from pending_acts`),
  },
  {
    name: 'Acts of one operator that wait',
    limit: WAITING_OF_ONE_MAX,
    unit: 'rows',
    use: asked(
      db,
      sql`select max(n)::int as n from (select count(*) as n from pending_acts group by asked_by) each_one`,
    ),
  },
  {
    name: 'Waiting cases that operators were told of',
    limit: ANNOUNCED_WAITS_MAX,
    unit: 'rows',
    use: asked(db, sql`select count(*)::int as n from told_waits`),
  },
  {
    name: 'What operators have yet to be told',
    limit: OPERATORS_MAX * announcedWaits.length,
    unit: 'rows',
    use: asked(db, sql`select count(*)::int as n from operator_tells`),
  },
  {
    name: 'Days of operators whose sums are kept',
    limit: OPERATORS_MAX * (SUMS_KEPT_DAYS + 2),
    unit: 'rows',
    use: asked(db, sql`select count(*)::int as n from operator_days`),
  },
  {
    name: 'Versions of the sellers’ contract',
    limit: CONTRACT_VERSIONS_MAX,
    unit: 'rows',
    use: asked(db, sql`select count(distinct version)::int as n from contract_versions`),
  },
  {
    name: 'Proofs of reserves',
    limit: 2 * PROOFS_KEPT,
    unit: 'rows',
    use: asked(db, sql`select count(*)::int as n from reserve_proofs`),
  },
  {
    name: 'Days of the audit log',
    limit: AUDIT_DAYS + 1,
    unit: 'days',
    use: asked(db, sql`select count(*)::int as n from audit_days`),
  },
]

/** The bounds of what lies in the database: of the person who has most of it, or of the oldest row. */
const tableBounds = (db: Db, storeDay: number): Bound[] => [
  { name: 'Sessions of a person', limit: SESSIONS_MAX, unit: 'rows', use: most(db, 'sessions', 'true') },
  { name: 'Cart lines of a person', limit: CART_LINES_MAX, unit: 'rows', use: most(db, 'cart_lines', 'num > 0') },
  { name: 'Addresses of a person', limit: ADDRESSES_MAX, unit: 'rows', use: most(db, 'addresses', 'not deleted') },
  { name: 'Own lists of a person', limit: OWN_LISTS_MAX, unit: 'rows', use: most(db, 'own_lists', 'not deleted') },
  {
    name: 'Lines of all own lists of a person',
    limit: OWN_LISTS_MAX * LIST_LINES_MAX,
    unit: 'rows',
    use: most(db, 'list_lines', 'num > 0'),
  },
  ...storeBounds(db),
  ...orderBounds(db),
  { name: 'Messages of a person', limit: MESSAGES_MAX, unit: 'rows', use: most(db, 'messages', 'not deleted') },
  { name: 'What a person waits to be told', limit: WATCHES_MAX, unit: 'rows', use: most(db, 'watches', 'is_on') },
  { name: 'Conversations of a person', limit: TALKS_MAX, unit: 'rows', use: most(db, 'talks', 'not deleted') },
  { name: 'Lines of these', limit: TALK_LINES_MAX, unit: 'rows', use: most(db, 'talk_lines', 'not deleted') },
  ...messageBounds(db),
  ...operatorBounds(db),
  ...storedToday(db, 'person', DAY_OF_A_PERSON),
  ...storedToday(db, 'store', dayOfStore(storeDay)),
  {
    name: 'Bytes of files of a person within a day',
    limit: FILE_BYTES_A_DAY,
    unit: 'bytes',
    use: asked(
      db,
      sql`select max(c)::float8 as n from (
        select sum(greatest(size, ${FILE_BYTES_LEAST}::int) + wasted) as c from files
          where at > now() - interval '1 day'
        group by user_id) each_one`,
    ),
  },
  {
    name: 'Oldest file that nothing names',
    limit: UNUSED_FILE_DAYS + 1,
    unit: 'days',
    use: asked(
      db,
      sql`select extract(day from now() - min(at))::int as n from files f
        where not exists (select from file_uses u where u.user_id = f.user_id and u.id = f.id)`,
    ),
  },
  ...feedBounds(db),
  ...waitingBounds(db),
]

/** `bounds`: each with what it may hold and what it holds now; those in memory only of a market that runs. */
export async function listBounds(db: Db, bounds?: Bounds): Promise<string> {
  const rows: string[][] = []
  for (const bound of [...(bounds?.all() ?? []), ...tableBounds(db, await readSetting(db, 'storeDay'))])
    rows.push([bound.name, String(await bound.use()), String(bound.limit), bound.unit])
  const width = (i: number): number => Math.max(...rows.map((row) => row[i]!.length))
  return rows
    .map(
      ([name, use, limit, unit]) =>
        `${name!.padEnd(width(0))}  ${use!.padStart(width(1))} of ${limit!.padStart(width(2))} ${unit}`,
    )
    .join('\n')
}
