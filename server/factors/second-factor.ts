import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Db, Tx } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import { ifOpen, openText, sealText } from '../keys/sealed-text.ts'
import type { Bounds } from '../turns/bounds.ts'
import { readMarketName } from '../market/settings.ts'
import { createLimiter, type Limiter } from '../turns/limits.ts'

/** How long a session counts as proven by its second factor (ms). */
const PROVEN_MS = 12 * 3_600_000
/** The number of recovery codes that are given; each opens once. */
const RECOVERY_CODES = 10
/** A time step of RFC 6238 (s); a code of the step before or after is taken, too, for clocks that are off. */
const STEP = 30

/** Wrong codes, by person: whoever types one holds their session or password. */
export const factorLimiter = (bounds?: Bounds): Limiter =>
  createLimiter(
    { capacity: 6, refillPerSecond: 6 / 600, maxKeys: 50_000 },
    bounds,
    'Persons counted for second factors',
  )

/** Whether somebody has a second factor that they have proven once. */
export const isEnrolled = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined

const generator = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: STEP, digits: 6, algorithm: 'SHA1' })

const purpose = (userId: string): string => `second factor ${userId}`

/** A secret as it is stored: sealed by the market's key, where it has one. */
function stored(db: Db, userId: string, secret: string): string {
  const keys = keysOf(db)
  return keys.sealing ? sealText(keys, purpose(userId), secret) : secret
}

/** The secret of what is stored; undefined under another key, when only recovery codes help. */
const secretOf = (db: Db, userId: string, kept: string): string | undefined =>
  ifOpen(() => openText(keysOf(db), purpose(userId), kept))

/** Gives somebody a secret that waits for its first code; undefined when they have a second factor already. */
export async function beginFactor(
  db: Db,
  user: { id: string; email: string },
  now: number,
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = new Secret({ size: 20 }).base32
  const fresh = { secret: stored(db, user.id, secret), created_at: new Date(now), last_step: 0 }
  const kept = await db
    .insertInto('second_factors')
    .values({ user_id: user.id, confirmed_at: null, ...fresh })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(fresh).where('second_factors.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst()
  return kept && { secret, uri: generator(secret, user.email, await readMarketName(db)).toString() }
}

const hashOf = (userId: string, code: string): Buffer =>
  createHash('sha256').update(`recovery\0${userId}\0${code}`).digest()
/** Codes are typed with or without their hyphens, in either case. */
const bare = (typed: string): string => typed.toUpperCase().replace(/[^0-9A-Z]/g, '')

/**
 * Takes a code of the second factor, once: six digits of the app, or else a recovery code. `used`: it is one that was
 * taken already; `none`: there is no second factor.
 */
export async function takeCode(
  db: Db,
  tx: Tx,
  userId: string,
  typed: string,
  now: number,
  confirming = false,
): Promise<'taken' | 'wrong' | 'used' | 'none'> {
  const factor = await tx
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!factor || (factor.confirmed_at === null) !== confirming) return 'none'
  const code = bare(typed)
  if (/^\d{6}$/.test(code)) {
    const secret = secretOf(db, userId, factor.secret)
    const delta = secret === undefined ? null : generator(secret).validate({ token: code, timestamp: now, window: 1 })
    if (delta === null) return 'wrong'
    const step = Math.floor(now / 1000 / STEP) + delta
    if (step <= factor.last_step) return 'used'
    await tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
    return 'taken'
  }
  const spent = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, code))
    .executeTakeFirst()
  return spent.numDeletedRows > 0n && !confirming ? 'taken' : 'wrong'
}

/** Makes the second factor hold from now on; its recovery codes, of which only hashes are kept. */
export async function confirmFactor(tx: Tx, userId: string, now: number): Promise<string[]> {
  await tx
    .updateTable('second_factors')
    .set({ confirmed_at: new Date(now) })
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({ credentials_reset_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBytes(8).toString('hex').toUpperCase())
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute()
  return codes.map((code) => code.match(/.{4}/g)!.join('-'))
}

/** Takes somebody's second factor away. Whoever runs the market may not be without one: they enrol again. */
export async function deleteFactor(tx: Tx, userId: string, now: number): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.updateTable('sessions').set({ proven_until: null }).where('user_id', '=', userId).execute()
  await tx
    .updateTable('users')
    .set({ credentials_reset_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
}

/** Notes that a session has proven the second factor; until when (Unix ms). */
export async function markProven(tx: Db | Tx, tokenHash: Uint8Array, now: number): Promise<number> {
  const until = now + PROVEN_MS
  await tx
    .updateTable('sessions')
    .set({ proven_until: new Date(until) })
    .where('token_hash', '=', tokenHash)
    .execute()
  return until
}
