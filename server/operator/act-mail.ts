import { matchLocale } from '#contract/locales.ts'
import type { Tx } from '../db/tables.ts'
import { queueMail, WAITING_OF_OTHERS_MAX } from '../mails/queue.ts'
import { readMarketName } from '../settings.ts'
import { text } from '../texts.ts'

interface Reader {
  email: string
  language: string
  username: string
}

/**
 * Mails the operators who may agree to an act that it waits; where nobody may, the one who asked: an act in their name
 * that they did not ask for is seen before it is done.
 */
export async function mailAct(
  tx: Tx,
  { asker, agreeing, aloneFrom, now }: { asker: Reader; agreeing: readonly Reader[]; aloneFrom: number; now: number },
): Promise<void> {
  const market = await readMarketName(tx)
  const time = `${new Date(aloneFrom).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const [readers, key] =
    agreeing.length > 0 ? ([agreeing, 'mail.actWaitsText'] as const) : ([[asker], 'mail.actAloneText'] as const)
  for (const { email, language } of readers) {
    const locale = matchLocale([language])
    const subject = text(locale, 'mail.actWaits', { market })
    const body = text(locale, key, { market, name: asker.username, time })
    await queueMail(tx, { to: email, subject, text: body }, now, WAITING_OF_OTHERS_MAX)
  }
}
