import { matchLocale } from '#contract/locales.ts'
import type { Tx } from '../db/tables.ts'
import { readMarketName } from '../settings.ts'
import { text } from '../texts.ts'
import { queueMail, WAITING_OF_OTHERS_MAX } from './queue.ts'

/** Reminds those who act for a store by mail that so many price requests wait for them. */
export async function mailRequests(
  tx: Tx,
  { store, members, n, now }: { store: string; members: readonly Reader[]; n: number; now: number },
): Promise<void> {
  const market = await readMarketName(tx)
  for (const { email, language } of members) {
    const locale = matchLocale([language])
    const params = { store, market, n }
    const subject = text(locale, 'mail.requestsWait', params)
    const body = text(locale, 'mail.requestsWaitText', params)
    await queueMail(tx, { to: email, subject, text: body }, now, WAITING_OF_OTHERS_MAX)
  }
}

interface Reader {
  email: string
  language: string
}
