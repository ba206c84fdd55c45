import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/** How long a session lasts, in milliseconds: 90 days. */
export const SESSION_MS = 90 * 24 * 3_600_000

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Whose session a token is; undefined when it is malformed (no query is made), unknown or over. `now` in Unix
 * milliseconds.
 */
export async function sessionUser(
  db: Db,
  token: string,
  now: number,
): Promise<{ user: { id: string; email: string; username: string }; tokenHash: Uint8Array } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const tokenHash = hashToken(token)
  const user = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.username'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', new Date(now))
    .executeTakeFirst()
  return user && { user, tokenHash }
}

/**
 * Begins a session and gives its token, of which only the hash is stored. Undefined when the password
 * is no longer the one that was checked: the row lock puts a login before or after a password change,
 * so that no session of the old password outlives it.
 */
export async function startSession(
  db: Db,
  userId: string,
  checkedHash: string,
  now: number,
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql`
    insert into sessions (token_hash, user_id, created_at, expires_at)
    select ${hashToken(token)}::bytea, id, ${new Date(now)}::timestamptz, ${new Date(now + SESSION_MS)}::timestamptz
    from users where id = ${userId}::uuid and password_hash = ${checkedHash}::text for share
    returning 1`.execute(db)
  return rows.length > 0 ? token : undefined
}
