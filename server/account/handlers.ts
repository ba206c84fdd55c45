import { factorLimiter } from '../factors/second-factor.ts'
import type { Bounds } from '../turns/bounds.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import type { Limiter, LimiterOptions } from '../turns/limits.ts'
import type { Passwords } from '../factors/passwords.ts'
import type { Mailer } from '../mails/mail.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { changeFundPassword } from './fund-password.ts'
import { changeUser } from './change.ts'
import { exportAccount } from './export.ts'
import { forgetAccount } from './forget.ts'
import { identityHandlers } from './identities.ts'
import { accountLimits, type Limit } from './limits.ts'
import { createProvider, type ProviderConfig } from './provider.ts'
import { login } from './login.ts'
import { readProfile } from './profile.ts'
import { registerHandlers } from './register.ts'
import { sessionHandlers } from './sessions.ts'
import { answerInvitation } from '../members/invitation.ts'
import { socialHandlers } from './social.ts'
import { userColumns, userJson } from './user-json.ts'

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
  | 'user.fundPassword'
  | 'user.sessions'
  | 'user.endSession'
  | 'user.identities'
  | 'user.endIdentity'
  | 'user.answerInvitation'

/** Accounts: who somebody is, and since when they are known. */
export function accountHandlers(deps: {
  mailer: Mailer
  passwords: Passwords
  /** Whether a new account gets test money. */
  testMoney?: boolean
  /** The chains from which accounts are credited. */
  deposits?: Deposits
  /** Where people sign in with an account of elsewhere. */
  provider?: ProviderConfig | undefined
  /** Wrong codes of second factors. */
  factors?: Limiter
  limits?: Partial<Record<Limit, LimiterOptions>>
  bounds?: Bounds
}): HandlersFor<AccountCalls> {
  const limits = accountLimits(deps.limits, deps.bounds)
  const provider = deps.provider && createProvider(deps.provider)
  const factors = deps.factors ?? factorLimiter(deps.bounds)
  return {
    ...registerHandlers({ testMoney: false, ...deps, limits, factors }),
    ...socialHandlers({
      testMoney: false,
      ...deps,
      limits,
      factors,
      provider,
    }),

    'user.login': login({ ...deps, limits, factors }),

    'user.profile': (call) => readProfile(call, deps.deposits),

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
    ...identityHandlers(provider),
    'user.answerInvitation': answerInvitation,

    'user.export': exportAccount,
    'user.delete': (call, input) => forgetAccount(call, { ...deps, limits, factors }, input),

    'user.change': (call, input) => changeUser(call, { ...deps, limits, factors }, input),
    'user.fundPassword': (call, input) => changeFundPassword(call, { ...deps, limits, factors }, input),
  }
}
