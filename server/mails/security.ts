import { matchLocale } from '#contract/text/locales.ts'
import type { Tx } from '../db/tables/tables.ts'
import { readMarketName } from '../market/settings.ts'
import { text } from '../texts/texts.ts'
import { queueMail } from './queue.ts'
import { timeText } from '../texts/time-text.ts'

/** The changes of an account's security that are mailed; each has its words in `mail`. */
type SecurityChange =
  | 'passwordChanged'
  | 'passwordReset'
  | 'factorAdded'
  | 'factorRemoved'
  | 'identityAdded'
  | 'identityRemoved'
  | 'fundPasswordSet'
  | 'fundPasswordChanged'
  | 'fundPasswordLocked'
  | 'accountDeleted'

/** The changes after which nothing can be withdrawn for a day (contract/withdrawals/rules.ts). */
const HOLDS: ReadonlySet<SecurityChange> = new Set([
  'passwordChanged',
  'passwordReset',
  'factorAdded',
  'factorRemoved',
  'fundPasswordSet',
  'fundPasswordChanged',
])

/** The owner's address and language, when the account changed (Unix ms), and by which device. */
interface Changed {
  email: string
  language: string
  now: number
  device: string
}

/** Tells the owner of an account by mail that its security changed, in their language. */
export async function mailSecurity(
  tx: Tx,
  change: SecurityChange,
  { email, language, now, device }: Changed,
): Promise<void> {
  const locale = matchLocale([language])
  const market = await readMarketName(tx)
  const subject = text(locale, `mail.${change}`, { market })
  const params = {
    change: subject,
    time: timeText(now),
    device: device || text(locale, 'mail.unknownDevice'),
    market,
  }
  const body = text(locale, change === 'accountDeleted' ? 'mail.deletedText' : 'mail.securityText', params)
  const whole = HOLDS.has(change) ? text(locale, 'mail.heldText', { text: body }) : body
  await queueMail(tx, { to: email, subject, text: whole, language: locale, kind: 'account' }, now)
}

/** The same for the owner of that id. */
export async function mailOwner(
  tx: Tx,
  change: SecurityChange,
  { user, now, device }: { user: { id: string }; now(): number; device: string },
): Promise<void> {
  const owner = await tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  await mailSecurity(tx, change, { ...owner, now: now(), device })
}
