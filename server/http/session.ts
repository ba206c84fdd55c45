import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import type { KnownCaller } from './admission.ts'

/** How long a session lasts, in milliseconds: 90 days. */
export const SESSION_MS = 90 * 24 * 3_600_000

/** How many sessions a person may have: one for each device, and some that were never signed out. */
export const SESSIONS_MAX = 20
/** How often the last use of a session is written down (ms). */
const SEEN_EVERY = 3_600_000

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The stored hash of a token; undefined when the token is malformed, so that it is never looked up. */
export const tokenHashOf = (token: string | undefined): Uint8Array | undefined =>
  token !== undefined && /^[\w-]{43}$/.test(token) ? hashToken(token) : undefined

/**
 * Whose session a token's hash is; undefined when it is unknown or over, `deleted` when its person has deleted the
 * account. `now` in Unix milliseconds.
 */
export async function sessionUser(
  db: Db,
  tokenHash: Uint8Array,
  now: number,
): Promise<KnownCaller | 'deleted' | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.username', 'users.deleted_at', 'sessions.seen_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', new Date(now))
    .executeTakeFirst()
  if (!row) return undefined
  const { seen_at, deleted_at, ...user } = row
  if (deleted_at) return 'deleted'
  if (now - seen_at.getTime() >= SEEN_EVERY)
    await db
      .updateTable('sessions')
      .set({ seen_at: new Date(now) })
      .where('token_hash', '=', tokenHash)
      .execute()
  return { user, tokenHash }
}

/** Those of some sessions that are live. */
export async function liveSessions(db: Db, hashes: readonly Uint8Array[], now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('token_hash')
    .where('users.deleted_at', 'is', null)
    .where(
      sql<boolean>`token_hash in (select decode(h, 'hex') from unnest(${hashes.map((h) => Buffer.from(h).toString('hex'))}::text[]) as h)`,
    )
    .where('expires_at', '>', new Date(now))
    .execute()
  return new Set(rows.map((r) => Buffer.from(r.token_hash).toString('hex')))
}

/**
 * Begins a session and gives its token, of which only the hash is stored. Undefined when the password
 * is no longer the one that was checked: the row lock puts a login before or after a password change,
 * so that no session of the old password outlives it. Of too many sessions the one not used for longest ends; `device`
 * is what its person will know this one by.
 */
export async function startSession(
  db: Db,
  userId: string,
  checkedHash: string,
  now: number,
  device = '',
  social = false,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, created_at, seen_at, expires_at, device, social)
    select ${hashToken(token)}::bytea, id, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz,
      ${new Date(now + SESSION_MS)}::timestamptz, ${device}, ${social}::boolean
    from users where id = ${userId}::uuid and password_hash = ${checkedHash}::text for share
    returning 1`.execute(db)
  if (rows.length === 0) return undefined
  // After it, not along with it: of logins that end at the same time the last counts them all.
  await sql`
    delete from sessions where token_hash in (
      select token_hash from sessions where user_id = ${userId}::uuid
      order by seen_at desc, created_at desc,
        token_hash = ${hashToken(token)}::bytea desc offset ${sql.lit(SESSIONS_MAX)})`.execute(db)
  return token
}
