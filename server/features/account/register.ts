import { randomUUID } from 'node:crypto'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import type { Passwords } from '../../http/passwords.ts'
import { startSession } from '../../http/session.ts'
import type { Mail, Mailer } from '../../mail.ts'
import { text } from '../../texts.ts'
import type { Call } from '../../http/handlers.ts'
import { CODE_MINUTES, issueCode, tryCode, withdrawCode } from './codes.ts'
import { tooMany, type AccountLimits } from './limits.ts'
import { userColumns, userJson } from './user-json.ts'

/** When a mailbox that has had too many codes may have another (ms): at the latest. */
const MAIL_AGAIN = 1_200_000

const guesses = ({ from }: Call, email: string): string => `code ${email} ${from}`

const isTaken = async (call: Call, email: string): Promise<boolean> =>
  (await call.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined

function codeMail({ language }: Call, to: string, taken: boolean, code: string): Mail {
  if (taken) return { to, subject: text(language, 'mail.takenSubject'), text: text(language, 'mail.takenText') }
  return {
    to,
    subject: text(language, 'mail.codeSubject', { code }),
    text: text(language, 'mail.codeText', { code, minutes: CODE_MINUTES }),
  }
}

/**
 * Registration in its two steps: a code by mail, then the account. Neither answer tells whether an address has an
 * account; only its mailbox learns it.
 */
export const registerHandlers = ({
  mailer,
  passwords,
  limits,
}: {
  mailer: Mailer
  passwords: Passwords
  limits: AccountLimits
}): HandlersFor<'user.emailCode' | 'user.register'> => ({
  'user.emailCode': async (call, { email, event }) => {
    const allowed = limits.codes.take(call.from, call.now())
    if (!allowed.ok) return tooMany(allowed.retryAfter)
    // Each code brings new guesses, and each mail disturbs somebody: a mailbox has a measure of its own.
    if (limits.mails.spent(email, call.now())) return tooMany(MAIL_AGAIN)
    // The same is done for a taken address, in the same time, with a code that nobody has.
    const taken = await isTaken(call, email)
    const issued = await issueCode(call.db, email, event, call.now(), !taken)
    if (issued.kind === 'wait')
      return issued.usable && !limits.guesses.spent(guesses(call, email), call.now())
        ? accepted({ seconds: issued.seconds })
        : tooMany(issued.seconds * 1000)
    limits.mails.take(email, call.now())
    limits.guesses.forget(guesses(call, email))
    try {
      await mailer.send(codeMail(call, email, taken, issued.code))
    } catch (error) {
      console.error('A mail could not be sent:', error)
      await withdrawCode(call.db, email, event, issued.hash)
      return refused('mailFailed')
    }
    return accepted({ seconds: issued.seconds })
  },

  'user.register': async (call, { username, email, code, password, language = call.language }) => {
    // A few tries for each address, so that whoever guesses elsewhere uses up nobody's.
    const tries = guesses(call, email)
    if (limits.guesses.spent(tries, call.now())) return refused('codeExpired')
    const verdict = await tryCode(call.db, email, 'register', code, call.now())
    if (verdict === 'codeWrong' && !limits.guesses.take(tries, call.now()).ok) return refused('codeExpired')
    if (verdict !== 'right') return refused(verdict)
    if (await isTaken(call, email)) return refused('emailTaken')
    const passwordHash = await passwords.hash(password, { address: call.from })
    if (passwordHash === undefined) return { kind: 'busy', retryAfter: 1000 }
    return call.db.transaction().execute(async (tx) => {
      // Two at once: the second waits here for the first, and finds the address taken.
      const user = await tx
        .insertInto('users')
        .values({
          id: randomUUID(),
          email,
          username,
          password_hash: passwordHash,
          avatar: null,
          language,
          created_at: new Date(call.now()),
        })
        .onConflict((oc) => oc.column('email').doNothing())
        .returning(userColumns)
        .executeTakeFirst()
      if (!user) return refused('emailTaken')
      const token = await startSession(tx, user.id, passwordHash, call.now(), call.device)
      if (token === undefined) throw new Error('A new account has no session')
      return accepted({ userinfo: { ...userJson(user), token } })
    })
  },
})
