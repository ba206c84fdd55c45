import type { Input } from '#contract/registry.ts'
import type { User } from '#contract/account/schema.ts'
import type { Tx } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { setAvatar } from '../files/set-avatar.ts'
import { accepted, refused, tooMany, type Answer, type SignedIn } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import type { Passwords } from '../factors/passwords.ts'
import { mailOwner } from '../mails/security.ts'
import { whyNotFactor } from '../factors/prove-factor.ts'
import { wrongCode } from './by-code.ts'
import { spendCode } from './codes.ts'
import type { AccountLimits } from './limits.ts'
import { userColumns, userJson } from './user-json.ts'

type Changed = Answer<{ userinfo: User }>
/** The hashes to go from and to. */
interface NewPassword {
  from: string
  to: string
}

interface Parts {
  limits: AccountLimits
  passwords: Passwords
  /** Wrong codes of second factors. */
  factors: Limiter
}

/** Checks the original password and makes the new one's hash; or says why not. */
async function newPassword(
  call: SignedIn,
  { limits, passwords }: Parts,
  original: string | undefined,
  password: string,
): Promise<NewPassword | Exclude<Changed, { kind: 'accepted' }>> {
  if (original === undefined) return refused('wrongPassword')
  const key = `change ${call.user.id} ${call.from}`
  const allowed = limits.passwords.take(key, call.now())
  if (!allowed.ok) return tooMany(allowed.retryAfter)
  const { password_hash: from } = await call.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', call.user.id)
    .executeTakeFirstOrThrow()
  const right = await passwords.check(original, from, { person: call.user.id })
  if (right === false) return refused('wrongPassword')
  const to = right && (await passwords.hash(password, { person: call.user.id }))
  if (to === undefined) return { kind: 'busy', retryAfter: 1000 }
  limits.passwords.forget(key)
  return { from, to }
}

/** Changes what is given, all of it or nothing; a new password ends every other session. */
export async function changeUser(
  call: SignedIn,
  parts: Parts,
  { username, language, avatar, original, password, factor, emailCode }: Input<'user.change'>,
): Promise<Changed> {
  const change = password === undefined ? undefined : await newPassword(call, parts, original, password)
  if (change && 'kind' in change) return change
  const { email } = call.user
  const wrong = emailCode === undefined ? undefined : await wrongCode(call, parts.limits, email, 'address', emailCode)
  if (wrong) return wrong
  const work = async ({ tx }: { tx: Tx }): Promise<Changed> => {
    const unproven = change && (await whyNotFactor(call, tx, parts.factors, factor))
    if (unproven) return unproven
    if (emailCode !== undefined && !(await spendCode(tx, email, 'address', emailCode, call.now())))
      return refused('codeExpired')
    let update = tx
      .updateTable('users')
      .where('id', '=', call.user.id)
      .set((eb) => ({ username: username ?? eb.ref('username'), language: language ?? eb.ref('language') }))
    if (change)
      update = update
        .set({ password_hash: change.to, credentials_reset_at: new Date(call.now()) })
        .where('password_hash', '=', change.from)
    const user = await update.returning(userColumns).executeTakeFirst()
    // Another change came first: the original is no longer the original.
    if (!user) return refused('wrongPassword')
    // After the update, whose row lock a login of the old password waits for or was waited for (http/session.ts).
    if (change) {
      await tx
        .deleteFrom('sessions')
        .where('user_id', '=', call.user.id)
        .where('token_hash', '<>', call.tokenHash)
        .execute()
      await mailOwner(tx, 'passwordChanged', call)
    }
    return accepted({ userinfo: userJson(user) })
  }
  if (avatar === undefined) return call.db.transaction().execute((tx) => work({ tx }))
  return ownerTransaction(call.db, call.user.id, async (owned) => {
    const set = await setAvatar(owned, call.user.id, { file: avatar })
    if ('reason' in set) {
      owned.abandon()
      return refused(set.reason, set.params)
    }
    const changed = await work(owned)
    // All of it or nothing.
    if (changed.kind !== 'accepted') owned.abandon()
    return changed
  })
}
