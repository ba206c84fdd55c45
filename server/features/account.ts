import { factorLimiter } from '../factors/second-factor.ts'
import type { Bounds } from '../http/bounds.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import type { Limiter, LimiterOptions } from '../http/limits.ts'
import type { Passwords } from '../http/passwords.ts'
import type { Mailer } from '../mail.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { changeFundPassword } from './account/fund-password.ts'
import { changeUser } from './account/change.ts'
import { exportAccount } from './account/export.ts'
import { deleteAccount } from './account/forget.ts'
import { identityHandlers } from './account/identities.ts'
import { accountLimits, type Limit } from './account/limits.ts'
import { createProvider, type ProviderConfig } from './account/provider.ts'
import { login } from './account/login.ts'
import { readProfile } from './account/profile.ts'
import { registerHandlers } from './account/register.ts'
import { sessionHandlers } from './account/sessions.ts'
import { answerInvitation } from './account/store-invitation.ts'
import { socialHandlers } from './account/social.ts'
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
    'user.delete': (call, input) => deleteAccount(call, { ...deps, limits, factors }, input),

    'user.change': (call, input) => changeUser(call, { ...deps, limits, factors }, input),
    'user.fundPassword': (call, input) => changeFundPassword(call, { ...deps, limits, factors }, input),
  }
}
