import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import type { Limiter } from '../turns/limits.ts'
import type { Passwords } from '../factors/passwords.ts'
import { startSession } from '../http/session.ts'
import type { Mailer } from '../mails/mail.ts'
import { mailSecurity } from '../mails/security.ts'
import { emailCode, hasAccount, wrongCode } from './by-code.ts'
import { spendCode } from './codes.ts'
import type { AccountLimits } from './limits.ts'
import { factorOf } from '../factors/prove-factor.ts'
import { invitingPerson, makeAccount } from './new-account.ts'
import { userColumns, userJson } from './user-json.ts'

/**
 * Sends codes by mail, and makes an account, or a new password for one, with such a code. No answer tells whether an
 * address has an account to anybody who does not have its mails.
 */
export const registerHandlers = ({
  mailer,
  passwords,
  limits,
  factors,
  testMoney,
}: {
  mailer: Mailer
  passwords: Passwords
  limits: AccountLimits
  factors: Limiter
  testMoney: boolean
}): HandlersFor<'user.emailCode' | 'user.register' | 'user.resetPassword'> => ({
  'user.emailCode': emailCode({ mailer, limits }),

  'user.register': async (call, { username, email, code, password, invitation, language = call.language }) => {
    const wrong = await wrongCode(call, limits, email, 'register', code)
    if (wrong) return wrong
    if (await hasAccount(call, email)) return refused('emailTaken')
    // Behind the code: each guess at an invitation takes a mailbox.
    const inviter = await invitingPerson(call, limits, invitation)
    if ('kind' in inviter) return inviter
    const passwordHash = await passwords.hash(password, { address: call.from })
    if (passwordHash === undefined) return { kind: 'busy', retryAfter: 1000 }
    const made = await call.db
      .transaction()
      .execute((tx) =>
        makeAccount(tx, call, { email, username, passwordHash, language, invitedBy: inviter.id }, testMoney),
      )
    return made ? accepted({ userinfo: made }) : refused('emailTaken')
  },

  'user.resetPassword': async (call, { email, code, password, factor }) => {
    const wrong = await wrongCode(call, limits, email, 'resetpwd', code)
    if (wrong) return wrong
    const owner = await call.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    const proof = owner && (await factorOf(call, factors, owner.id, factor))
    if (proof?.refused) return proof.refused
    const passwordHash = await passwords.hash(password, { address: call.from })
    if (passwordHash === undefined) return { kind: 'busy', retryAfter: 1000 }
    return call.db.transaction().execute(async (tx) => {
      const user = await tx
        .updateTable('users')
        .set({ password_hash: passwordHash, credentials_reset_at: new Date(call.now()) })
        .where('email', '=', email)
        .returning(userColumns)
        .executeTakeFirst()
      // The account was deleted between the mail and the code.
      if (!user) return refused('codeExpired')
      await spendCode(tx, email, 'resetpwd', code, call.now())
      // After the update, whose row lock a login of the old password waits for or was waited for (http/session.ts).
      await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
      const token = await startSession(tx, user.id, passwordHash, call.now(), call.device)
      if (token === undefined) throw new Error('A new password has no session')
      await proof?.mark(tx, token)
      await mailSecurity(tx, 'passwordReset', { email, language: user.language, now: call.now(), device: call.device })
      return accepted({ userinfo: { ...userJson(user), token } })
    })
  },
})
