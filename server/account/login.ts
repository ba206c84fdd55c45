import { accepted, refused, tooMany, type HandlersFor } from '../http/handlers.ts'
import type { Limiter, Taken } from '../turns/limits.ts'
import type { Passwords } from '../factors/passwords.ts'
import { startSession } from '../http/session.ts'
import { factorOf } from '../factors/prove-factor.ts'
import type { AccountLimits } from './limits.ts'
import { userColumns, userJson } from './user-json.ts'

/** Signing in by address and password, and by the second factor of an account that has one. */
export const login =
  ({
    passwords,
    limits,
    factors,
  }: {
    passwords: Passwords
    limits: AccountLimits
    factors: Limiter
  }): HandlersFor<'user.login'>['user.login'] =>
  async (call, { email, password, factor }) => {
    const key = `login ${email} ${call.from}`
    const allowed = limits.passwords.take(key, call.now())
    if (!allowed.ok) return tooMany(allowed.retryAfter)
    const slow: Taken = limits.familiar.has(key) ? { ok: true } : limits.account.take(email, call.now())
    if (!slow.ok) return tooMany(slow.retryAfter)
    const user = await call.db
      .selectFrom('users')
      .select([...userColumns, 'password_hash'])
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const right = await passwords.check(password, user?.password_hash, { address: call.from })
    if (right === undefined) return { kind: 'busy', retryAfter: 1000 }
    const proof = right && user ? await factorOf(call, factors, user.id, factor) : undefined
    if (proof?.refused) return proof.refused
    const token =
      right && user ? await startSession(call.db, user.id, user.password_hash, call.now(), call.device) : undefined
    if (!user || token === undefined) return refused('wrongCredentials')
    await proof?.mark(call.db, token)
    limits.passwords.forget(key)
    limits.familiar.add(key)
    return accepted({ userinfo: { ...userJson(user), token } })
  }
