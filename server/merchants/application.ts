import { sql } from 'kysely'
import type { ApplicationPicture, Requirement } from '#contract/merchants/rules.ts'
import type { ApplicationState } from '#contract/merchants/states.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { containing } from '../db/within.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'
import { keysOf } from '../keys/keys-of.ts'
import type { MarketKeys } from '../keys/market-keys.ts'
import { partyOf } from './party.ts'

/** The most stores named that came through a store's code, the latest first. */
const INVITED_SHOWN = 50

/** An application as it is stored, with the store that it became. */
export interface Application {
  id: string
  user_id: string
  state: ApplicationState
  store_name: string
  real_name: string
  logo: Picture | null
  files: Record<ApplicationPicture, string | null>
  /** Sealed, as the name and the receipt are (party.ts). */
  identity: Uint8Array | null
  code: string
  invited_by: number | null
  asked: { what: Requirement; note: string }[]
  reason: string | null
  receipt: string | null
  sent: number
  submitted_at: Date
  taken_at: Date | null
  decided_at: Date | null
  cleared_at: Date | null
  /** When an answer was promised; null of one from before that was kept. */
  due_at: Date | null
  contract_version: number | null
  store_id: number | null
  rev: number
  store_uid: string | null
  store_code: string | null
  invited: { name: string; at: number }[]
}

const select = sql`
  select a.*, s.uid as store_uid, c.code as store_code, coalesce((
    select json_agg(json_build_object('name', i.store_name, 'at', floor(extract(epoch from i.decided_at) * 1000))
      order by i.decided_at desc)
    from (select store_name, decided_at from merchant_applications
      where invited_by = a.store_id and state = 'approved' order by decided_at desc limit ${sql.lit(INVITED_SHOWN)}) i
  ), '[]') as invited
  from merchant_applications a left join stores s on s.id = a.store_id
  left join merchant_codes c on c.store_id = a.store_id`

/** An application by its id. Within a person's transaction nobody else changes it. */
export async function readApplication(db: Db | Tx, id: string): Promise<Application | undefined> {
  const { rows } = await sql<Application>`${select} where a.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** A person's applications, newest first. */
export async function applicationsOf(db: Db | Tx, userId: string): Promise<Application[]> {
  const { rows } = await sql<Application>`
    ${select} where a.user_id = ${userId}::uuid order by a.submitted_at desc, a.id`.execute(db)
  return rows
}

/** The applications in some states, those that were submitted first before the others. */
export async function applicationsIn(
  db: Db,
  states: readonly ApplicationState[],
  limit: number,
  find = '',
): Promise<Application[]> {
  const named = find.trim() === '' ? [] : await namedIn(db, states, find)
  const { rows } = await sql<Application>`
    ${select} where a.state = any(${states}::text[]) and (${find.trim()} = '' or a.store_name ilike ${containing(find)}
      or a.id = any(${named}::uuid[])
      or exists (select from users u where u.id = a.user_id and u.email ilike ${containing(find)}))
    order by a.submitted_at, a.id limit ${limit}::int`.execute(db)
  return rows
}

/** The applications in some states of persons in whose names a text stands. They are sealed: each is opened. */
async function namedIn(db: Db, states: readonly ApplicationState[], find: string): Promise<string[]> {
  const wanted = find.trim().toLowerCase()
  const rows = await db
    .selectFrom('merchant_applications')
    .select(['id', 'real_name'])
    .where('state', 'in', states)
    .execute()
  const keys = keysOf(db)
  return rows
    .filter((row) =>
      partyOf(keys, { ...row, receipt: null })
        ?.realName.toLowerCase()
        .includes(wanted),
    )
    .map(({ id }) => id)
}

/** An application as its person's feed carries it. The document's number stays here. */
export const applicationRow = (keys: MarketKeys, a: Application) => {
  const party = partyOf(keys, a)
  return {
    id: a.id,
    state: a.state,
    storeName: a.store_name,
    // Without the key that seals nobody is told the name and the receipt.
    realName: party?.realName ?? '',
    documentNumber: '',
    logo: a.logo,
    files: a.files,
    code: a.code,
    asked: a.asked,
    reason: a.reason,
    at: a.submitted_at.getTime(),
    decidedAt: a.decided_at?.getTime() ?? null,
    dueAt: a.due_at?.getTime() ?? null,
    store:
      a.store_id !== null && a.store_uid !== null
        ? { id: a.store_id, uid: a.store_uid, code: a.store_code ?? '', invited: a.invited }
        : null,
    receipt: party?.receipt ?? '',
  }
}

export const applicationChange = (keys: MarketKeys, a: Application): Change => ({
  table: 'merchantApplications',
  key: a.id,
  rev: a.rev,
  row: applicationRow(keys, a),
})

/** The chosen ones of a person's applications. */
export async function readApplications(
  { tx, keys }: { tx: Tx; keys: MarketKeys },
  userId: string,
  choice: RowChoice,
): Promise<Change[]> {
  const chosen = isChosen(choice, 'merchantApplications', { rev: sql`a.rev`, key: sql`a.id`, type: 'uuid' })
  const { rows } = await sql<Application>`${select} where a.user_id = ${userId}::uuid and ${chosen}`.execute(tx)
  return rows.map((a) => applicationChange(keys, a))
}
