import { refused, tooMany, type Answer, type SignedIn } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import type { Passwords } from './passwords.ts'

/**
 * Why a password does not prove that whoever is signed in is the account's owner; undefined when it does. A few wrong
 * ones under the key of `attempts`, and it takes a pause.
 */
export async function whyNotOwn(
  call: SignedIn,
  password: string,
  { passwords, attempts, key }: { passwords: Passwords; attempts: Limiter; key: string },
): Promise<Exclude<Answer<never>, { kind: 'accepted' }> | undefined> {
  const { id } = call.user
  const allowed = attempts.take(key, call.now())
  if (!allowed.ok) return tooMany(allowed.retryAfter)
  const { password_hash } = await call.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const right = await passwords.check(password, password_hash, { person: id })
  if (right === undefined) return { kind: 'busy', retryAfter: 1000 }
  if (!right) return refused('wrongPassword')
  attempts.forget(key)
  return undefined
}
