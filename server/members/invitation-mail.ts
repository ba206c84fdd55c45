import { matchLocale } from '#contract/text/locales.ts'
import type { StoreRole } from '#contract/stores/roles.ts'
import type { Tx } from '../db/tables/tables.ts'
import { readMarketName } from '../market/settings.ts'
import { text } from '../texts/texts.ts'
import { queueMail, WAITING_OF_OTHERS_MAX } from '../mails/queue.ts'

/** Tells somebody by mail that a store invites them to act for it. */
export async function mailInvitation(
  tx: Tx,
  role: StoreRole,
  { email, language, store, now }: { email: string; language: string; store: string; now: number },
): Promise<void> {
  const locale = matchLocale([language])
  const params = { store, market: await readMarketName(tx) }
  const subject = text(locale, role === 'owner' ? 'mail.invitedOwner' : 'mail.invitedStaff', params)
  const body = text(locale, 'mail.invitedText', { ...params, subject })
  const letter = { to: email, subject, text: body, language: locale, kind: 'account' } as const
  await queueMail(tx, letter, now, WAITING_OF_OTHERS_MAX)
}
