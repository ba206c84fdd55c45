import { factorLimiter } from '../factors/second-factor.ts'
import type { Bounds } from '../http/bounds.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import type { Limiter, LimiterOptions, Taken } from '../http/limits.ts'
import type { Passwords } from '../http/passwords.ts'
import { startSession } from '../http/session.ts'
import type { Mailer } from '../mail.ts'
import { available, balance, BALANCE_CURRENCY, holdsTestMoney } from '../ledger/ledger.ts'
import { heldBy } from '../orders/held.ts'
import { changeUser } from './account/change.ts'
import { exportAccount } from './account/export.ts'
import { deleteAccount } from './account/forget.ts'
import { invitationsOf } from './account/invitations.ts'
import { accountLimits, tooMany, type Limit } from './account/limits.ts'
import { createProvider, type ProviderConfig } from './account/provider.ts'
import { registerHandlers } from './account/register.ts'
import { sessionHandlers } from './account/sessions.ts'
import { socialHandlers } from './account/social.ts'
import { factorOf } from './account/factor.ts'
import { userColumns, userJson } from './account/user-json.ts'

type AccountCalls =
  | 'user.login'
  | 'user.register'
  | 'user.emailCode'
  | 'user.resetPassword'
  | 'user.social'
  | 'user.socialBegin'
  | 'user.loginSocial'
  | 'user.socialJoin'
  | 'user.export'
  | 'user.delete'
  | 'user.profile'
  | 'user.index'
  | 'user.logout'
  | 'user.change'
  | 'user.sessions'
  | 'user.endSession'

/** Accounts: who somebody is, and since when they are known. */
export function accountHandlers(deps: {
  mailer: Mailer
  passwords: Passwords
  /** Whether a new account gets test money. */
  testMoney?: boolean
  /** Where people sign in with an account of elsewhere. */
  provider?: ProviderConfig | undefined
  /** Wrong codes of second factors. */
  factors?: Limiter
  limits?: Partial<Record<Limit, LimiterOptions>>
  bounds?: Bounds
}): HandlersFor<AccountCalls> {
  const limits = accountLimits(deps.limits, deps.bounds)
  const factors = deps.factors ?? factorLimiter(deps.bounds)
  return {
    ...registerHandlers({ testMoney: false, ...deps, limits, factors }),
    ...socialHandlers({
      testMoney: false,
      ...deps,
      limits,
      provider: deps.provider && createProvider(deps.provider),
    }),

    'user.login': async (call, { email, password, factor }) => {
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
      const right = await deps.passwords.check(password, user?.password_hash, { address: call.from })
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
    },

    'user.profile': async (call) => {
      const [user, amount, test, held, invitations] = await Promise.all([
        call.db.selectFrom('users').select(userColumns).where('id', '=', call.user.id).executeTakeFirstOrThrow(),
        balance(call.db, available(call.user.id), BALANCE_CURRENCY),
        holdsTestMoney(call.db, call.user.id, BALANCE_CURRENCY),
        heldBy(call.db, call.user.id, call.now()),
        invitationsOf(call),
      ])
      const money = { amount, currency: BALANCE_CURRENCY, test, ...held }
      return accepted({ userinfo: userJson(user), money, invitations })
    },

    'user.index': async (call) =>
      accepted({
        userinfo: userJson(
          await call.db
            .selectFrom('users')
            .select(userColumns)
            .where('id', '=', call.user.id)
            .executeTakeFirstOrThrow(),
        ),
      }),

    'user.logout': async (call) => {
      await call.db.deleteFrom('sessions').where('token_hash', '=', call.tokenHash).execute()
      return accepted({})
    },

    ...sessionHandlers,

    'user.export': exportAccount,
    'user.delete': (call, { password }) => deleteAccount(call, { ...deps, limits }, password),

    'user.change': (call, input) => changeUser(call, { ...deps, limits }, input),
  }
}
