import type { Call } from '../http/handlers.ts'
import { refused, tooMany } from '../http/handlers.ts'
import type { Mail, Mailer } from '../mails/mail.ts'
import { readMarketName } from '../market/settings.ts'
import { text } from '../texts/texts.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { CODE_MINUTES, issueCode, tryCode, withdrawCode, type CodeEvent } from './codes.ts'
import type { AccountLimits } from './limits.ts'

/** When a mailbox that has had too many codes may have another (ms): at the latest. */
const MAIL_AGAIN = 1_200_000

const guesses = ({ from }: Call, email: string, event: CodeEvent): string =>
  event === 'register' ? `code ${email} ${from}` : `code ${event} ${email} ${from}`

/** Whether an address has an account. */
export const hasAccount = async (call: Call, email: string): Promise<boolean> =>
  (await call.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined

/** The mail of a code; `of` no use when the address has an account and should not, or the other way round. */
async function codeMail(
  { db, language }: Call,
  to: string,
  event: CodeEvent,
  useful: boolean,
  code: string,
): Promise<Mail> {
  const market = await readMarketName(db)
  const mail = (
    subject: 'taken' | 'unknown' | 'code',
    words: 'taken' | 'unknown' | 'code' | 'reset' | 'join' | 'fund' | 'address',
  ): Mail => ({
    to,
    subject: text(language, `mail.${subject}Subject`, { market, code }),
    text: text(language, `mail.${words}Text`, { market, code, minutes: CODE_MINUTES }),
    language,
    market,
    kind: 'asked',
  })
  if (!useful) return event === 'register' ? mail('taken', 'taken') : mail('unknown', 'unknown')
  const words = { register: 'code', resetpwd: 'reset', social: 'join', fund: 'fund', address: 'address' } as const
  return mail('code', words[event])
}

/**
 * Mails a code to an address. What is done is the same for every address, in the same time, so that no answer tells
 * whether it has an account; only its mailbox learns it. Where a code would be of no use, nobody has it.
 */
export const emailCode =
  ({ mailer, limits }: { mailer: Mailer; limits: AccountLimits }): HandlersFor<'user.emailCode'>['user.emailCode'] =>
  async (call, { email, event }) => {
    const allowed = limits.codes.take(call.from, call.now())
    if (!allowed.ok) return tooMany(allowed.retryAfter)
    // Each code brings new guesses, and each mail disturbs somebody: a mailbox has a measure of its own.
    if (limits.mails.spent(email, call.now())) return tooMany(MAIL_AGAIN)
    const useful = (await hasAccount(call, email)) === (event !== 'register')
    const issued = await issueCode(call.db, email, event, call.now(), useful)
    const counted = guesses(call, email, event)
    if (issued.kind === 'wait')
      return issued.usable && !limits.guesses.spent(counted, call.now())
        ? accepted({ seconds: issued.seconds })
        : tooMany(issued.seconds * 1000)
    limits.mails.take(email, call.now())
    limits.guesses.forget(counted)
    try {
      await mailer.send(await codeMail(call, email, event, useful, issued.code))
    } catch (error) {
      console.error('A mail could not be sent:', error)
      await withdrawCode(call.db, email, event, issued.hash)
      return refused('mailFailed')
    }
    return accepted({ seconds: issued.seconds })
  }

/** Tries a mailed code; undefined when it is right, else the refusal. */
export async function wrongCode(
  call: Call,
  limits: AccountLimits,
  email: string,
  event: CodeEvent,
  code: string,
): Promise<ReturnType<typeof refused> | undefined> {
  // A few tries for each address, so that whoever guesses elsewhere uses up nobody's.
  const tries = guesses(call, email, event)
  if (limits.guesses.spent(tries, call.now())) return refused('codeExpired')
  const verdict = await tryCode(call.db, email, event, code, call.now())
  if (verdict === 'codeWrong' && !limits.guesses.take(tries, call.now()).ok) return refused('codeExpired')
  return verdict === 'right' ? undefined : refused(verdict)
}
