import { sql } from 'kysely'
import type { Db, Tx } from '../db/tables/tables.ts'
import { refused, type Answer, type SignedIn } from '../http/handlers.ts'
import type { Passwords } from './passwords.ts'
import { mailOwner } from '../mails/security.ts'

/** Wrong tries after which a fund password is locked, and for how long (ms). */
export const WRONG_MAX = 5
export const LOCKED_MS = 3_600_000

type No = Exclude<Answer<never>, { kind: 'accepted' }>

/** Whether a person has a fund password. */
export const hasFundPassword = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await db.selectFrom('fund_passwords').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined

const locked = (until: Date, now: number) =>
  refused('fundPasswordLocked', { minutes: Math.ceil((until.getTime() - now) / 60_000) })

/** A counted try: the hash to compare with, and the number of tries since the last right one. */
interface Try {
  hash: string
  wrong: number
}

/**
 * Checks a fund password: its hash if it is right, else the refusal. Tries are counted in the database, so that neither
 * a second process nor a restart gives more of them.
 */
export const checkFundPassword = async (
  call: SignedIn,
  passwords: Passwords,
  password: string,
): Promise<{ hash: string } | No> =>
  (await passwords.turn({ person: call.user.id }, async (isRight): Promise<{ hash: string } | No> => {
    const tried = await countTry(call)
    if (!tried) return whyNoTry(call)
    if (tried.wrong <= WRONG_MAX && (await isRight(password, tried.hash))) {
      await sql`update fund_passwords set wrong = 0
        where user_id = ${call.user.id}::uuid and hash = ${tried.hash} and locked_until is null`.execute(call.db)
      return { hash: tried.hash }
    }
    if (tried.wrong < WRONG_MAX) return refused('wrongFundPassword', { left: WRONG_MAX - tried.wrong })
    return lock(call, tried)
  })) ?? { kind: 'busy', retryAfter: 1000 }

/** Counts a try before it is checked; undefined where there is no fund password or it is locked. */
async function countTry({ db, user, now }: SignedIn): Promise<Try | undefined> {
  const at = new Date(now())
  const { rows } = await sql<Try>`
    update fund_passwords set wrong = case when locked_until is null then wrong else 0 end + 1, locked_until = null
    where user_id = ${user.id}::uuid and (locked_until is null or locked_until <= ${at})
    returning hash, wrong`.execute(db)
  return rows[0]
}

async function whyNoTry({ db, user, now }: SignedIn): Promise<No> {
  const row = await db
    .selectFrom('fund_passwords')
    .select('locked_until')
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  return row?.locked_until ? locked(row.locked_until, now()) : refused('fundPasswordNeeded')
}

/** Locks the fund password and mails its owner, once for simultaneous tries. */
const lock = (call: SignedIn, { hash }: Try): Promise<No> =>
  call.db.transaction().execute(async (tx) => {
    const until = new Date(call.now() + LOCKED_MS)
    const { rows } = await sql`
      update fund_passwords set locked_until = ${until}
      where user_id = ${call.user.id}::uuid and hash = ${hash} and locked_until is null returning 1`.execute(tx)
    if (rows.length > 0) await mailOwner(tx, 'fundPasswordLocked', call)
    return locked(until, call.now())
  })

/**
 * Sets a person's fund password. With `from`, only in place of the one with that hash. False when it has changed
 * meanwhile or the account is gone.
 */
export async function setFundPassword(
  tx: Tx,
  userId: string,
  { hash, from, now }: { hash: string; from: string | undefined; now: Date },
): Promise<boolean> {
  const user = await tx
    .updateTable('users')
    .set({ credentials_reset_at: now })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (user.numUpdatedRows === 0n) return false
  const row = { hash, set_at: now, wrong: 0, locked_until: null }
  const set = await tx
    .insertInto('fund_passwords')
    .values({ user_id: userId, ...row })
    .onConflict((oc) => {
      const update = oc.column('user_id').doUpdateSet(row)
      return from === undefined ? update : update.where('fund_passwords.hash', '=', from)
    })
    .returning('user_id')
    .executeTakeFirst()
  return set !== undefined
}
