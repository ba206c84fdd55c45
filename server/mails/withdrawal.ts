import { matchLocale } from '#contract/locales.ts'
import { coinOf, coinText } from '#contract/rules/coins.ts'
import { networkName } from '#contract/rules/networks.ts'
import type { Tx } from '../db/tables.ts'
import type { WithdrawalRow } from '../feed/withdrawal-change.ts'
import { readMarketName } from '../settings.ts'
import { text } from '../texts.ts'
import { queueMail } from './queue.ts'
import { timeText } from './time-text.ts'

interface Asked {
  /** Unix ms. */
  now: number
  device: string
  /** Cancels the withdrawal. */
  token: string
  publicUrl: string | undefined
}

/** Mails a person that a withdrawal was asked for, with the way to stop it while it waits. */
export async function mailWithdrawal(
  tx: Tx,
  { id, user_id, asset, amount, address, network, state, ready_at: readyAt }: WithdrawalRow,
  { now, device, token, publicUrl }: Asked,
): Promise<void> {
  const { email, language } = await tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const locale = matchLocale([language])
  const market = await readMarketName(tx)
  const params = {
    coins: `${coinText(BigInt(amount), coinOf(asset), 2)} ${coinOf(asset)}`,
    ...{ address, network: networkName(network), market, time: timeText(now), until: timeText(readyAt.getTime()) },
    device: device || text(locale, 'mail.unknownDevice'),
    // After the number sign, so that neither a server's log nor a proxy's has it.
    link: publicUrl === undefined ? '' : `${publicUrl}/withdrawStop#${id}.${token}`,
  }
  const subject = text(locale, 'mail.withdrawal', params)
  const facts = text(locale, 'mail.withdrawalFacts', params)
  const end =
    state === 'queued'
      ? text(locale, 'mail.withdrawalSoon', params)
      : text(locale, publicUrl === undefined ? 'mail.withdrawalStop' : 'mail.withdrawalStopLink', params)
  const wait = state === 'waiting' ? `${text(locale, 'mail.withdrawalWaits', params)}\n\n` : ''
  await queueMail(tx, { to: email, subject, text: `${facts}\n\n${wait}${end}` }, now)
}
