import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Input } from '#contract/registry.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { clearBounce } from '../mails/bounces.ts'

/** How long a code can be used, in minutes. */
export const CODE_MINUTES = 10
/**
 * How long until another may be sent, and how often all the world together may guess wrong; each address has but a few
 * of these (limits.ts).
 */
const AGAIN_MS = 60_000
const TRIES = 50

export type CodeEvent = Input<'user.emailCode'>['event']
const hashCode = (email: string, event: CodeEvent, code: string): Buffer =>
  createHash('sha256').update(`${event}\0${email}\0${code}`).digest()

/**
 * A code that is stored and to be mailed, and in how many seconds the next may follow; or how long that still is, and
 * whether the last code can be used meanwhile.
 */
export type Issued =
  | { kind: 'new'; code: string; seconds: number; hash: Uint8Array }
  | { kind: 'wait'; seconds: number; usable: boolean }

/**
 * Stores a new code for an address in place of the last one, unless that is younger than a minute. With
 * `usable` false what is stored fits no code at all, and an address looks the same from outside.
 */
export async function issueCode(
  db: Db,
  email: string,
  event: CodeEvent,
  now: number,
  usable: boolean,
): Promise<Issued> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = usable ? hashCode(email, event, code) : randomBytes(32)
  const at = new Date(now)
  const stored = await db
    .insertInto('email_codes')
    .values({
      email,
      event,
      code_hash: hash,
      attempts: 0,
      created_at: at,
      expires_at: new Date(now + CODE_MINUTES * 60_000),
    })
    .onConflict((oc) =>
      oc
        .columns(['email', 'event'])
        .doUpdateSet((eb) => ({
          code_hash: eb.ref('excluded.code_hash'),
          attempts: 0,
          created_at: eb.ref('excluded.created_at'),
          expires_at: eb.ref('excluded.expires_at'),
        }))
        // A stored time in the future is a clock set back, and holds nobody up.
        .where((eb) =>
          eb.or([eb('email_codes.created_at', '<=', new Date(now - AGAIN_MS)), eb('email_codes.created_at', '>', at)]),
        ),
    )
    .returning('email')
    .executeTakeFirst()
  if (stored) return { kind: 'new', code, hash, seconds: AGAIN_MS / 1000 }
  const last = await db
    .selectFrom('email_codes')
    .select(['created_at', 'attempts'])
    .where('email', '=', email)
    .where('event', '=', event)
    .executeTakeFirst()
  const since = last ? now - last.created_at.getTime() : 0
  return {
    kind: 'wait',
    seconds: Math.max(1, Math.ceil((AGAIN_MS - since) / 1000)),
    usable: last !== undefined && last.attempts < TRIES,
  }
}

/** Takes back a code that could not be mailed, so that the next may be asked for at once. */
export async function withdrawCode(db: Db, email: string, event: CodeEvent, hash: Uint8Array): Promise<void> {
  await db
    .deleteFrom('email_codes')
    .where('email', '=', email)
    .where('event', '=', event)
    .where('code_hash', '=', hash)
    .execute()
}

/**
 * Tries a code. One statement compares and counts, so that guesses made at once count each. A right
 * code stays right until it expires: whoever sends it again learns what came of it.
 */
export async function tryCode(
  db: Db,
  email: string,
  event: CodeEvent,
  code: string,
  now: number,
): Promise<'right' | 'codeWrong' | 'codeExpired'> {
  const hash = hashCode(email, event, code)
  const tried = await db
    .updateTable('email_codes')
    .set((eb) => ({
      attempts: sql<number>`${eb.ref('attempts')} + case when ${eb.ref('code_hash')} = ${hash}::bytea then 0 else 1 end`,
    }))
    .where('email', '=', email)
    .where('event', '=', event)
    .where('attempts', '<', TRIES)
    .where('expires_at', '>', new Date(now))
    .returning('code_hash')
    .executeTakeFirst()
  if (!tried) return 'codeExpired'
  return timingSafeEqual(tried.code_hash, hash) ? 'right' : 'codeWrong'
}

/**
 * Spends the right code, so that it opens nothing more; it also shows that a mail has arrived. Returns false when a
 * simultaneous call has spent it.
 */
export async function spendCode(tx: Tx, email: string, event: CodeEvent, code: string, now: number): Promise<boolean> {
  const spent = await tx
    .deleteFrom('email_codes')
    .where('email', '=', email)
    .where('event', '=', event)
    .where('code_hash', '=', hashCode(email, event, code))
    .executeTakeFirst()
  if (spent.numDeletedRows === 0n) return false
  await clearBounce(tx, email, now)
  return true
}
