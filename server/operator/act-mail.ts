import { matchLocale } from '#contract/text/locales.ts'
import type { Tx } from '../db/tables/tables.ts'
import { queueMail, WAITING_OF_OTHERS_MAX } from '../mails/queue.ts'
import { timeText } from '../texts/time-text.ts'
import { readMarketName } from '../market/settings.ts'
import { text, type TextKey } from '../texts/texts.ts'

interface Reader {
  email: string
  language: string
  username: string
}

/**
 * Mails the operators who may agree to an act that it waits, and the one who asked: an act in their name that they did
 * not ask for is seen before it is done.
 */
export async function mailAct(
  tx: Tx,
  {
    asker,
    agreeing,
    aloneFrom,
    now,
  }: { asker: Reader; agreeing: readonly Reader[]; aloneFrom: number | undefined; now: number },
): Promise<void> {
  const market = await readMarketName(tx)
  const time = aloneFrom === undefined ? '' : timeText(aloneFrom)
  const mail = ({ email, language }: Reader, key: TextKey, most?: number): Promise<void> => {
    const locale = matchLocale([language])
    const subject = text(locale, 'mail.actWaits', { market })
    const body = text(locale, key, { market, name: asker.username, time })
    return queueMail(tx, { to: email, subject, text: body, language: locale, kind: 'operator' }, now, most)
  }
  await mail(asker, aloneFrom === undefined ? 'mail.actAskedText' : 'mail.actAloneText')
  for (const one of agreeing) await mail(one, 'mail.actWaitsText', WAITING_OF_OTHERS_MAX)
}
