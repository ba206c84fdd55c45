import { matchLocale } from '#contract/text/locales.ts'
import { coinOf, coinText } from '#contract/coins/assets.ts'
import { networkName } from '#contract/coins/networks.ts'
import type { Tx } from '../db/tables/tables.ts'
import type { WithdrawalRow } from './change.ts'
import { readMarketName } from '../market/settings.ts'
import { ownersOf } from '../members/members.ts'
import { text } from '../texts/texts.ts'
import { queueMail } from '../mails/queue.ts'
import { timeText } from '../texts/time-text.ts'

interface Asked {
  /** Unix ms. */
  now: number
  device: string
  /** Cancels the withdrawal. */
  token: string
  publicUrl: string | undefined
}

/**
 * Mails a person that a withdrawal was asked for, with the way to stop it while it waits; all owners if the money is a
 * store's.
 */
export async function mailWithdrawal(tx: Tx, row: WithdrawalRow, asked: Asked): Promise<void> {
  const { asked_by: by, store_id: storeId } = row
  const person = await tx
    .selectFrom('users')
    .select(['email', 'language', 'username'])
    .where('id', '=', by)
    .executeTakeFirstOrThrow()
  if (storeId === null) return mail(tx, row, asked, person)
  const { store, owners } = await ownersOf(tx, storeId)
  for (const owner of owners) await mail(tx, row, asked, owner, { store, who: person.username })
}

async function mail(
  tx: Tx,
  { id, asset, amount, address, network, state, ready_at: readyAt }: WithdrawalRow,
  { now, device, token, publicUrl }: Asked,
  { email, language }: { email: string; language: string },
  ofStore?: { store: string; who: string },
): Promise<void> {
  const locale = matchLocale([language])
  const market = await readMarketName(tx)
  const params = {
    coins: `${coinText(BigInt(amount), coinOf(asset), 2)} ${coinOf(asset)}`,
    ...{ address, network: networkName(network), market, time: timeText(now), until: timeText(readyAt.getTime()) },
    device: device || text(locale, 'mail.unknownDevice'),
    // After the number sign, so that neither a server's log nor a proxy's has it.
    link: publicUrl === undefined ? '' : `${publicUrl}/withdrawStop#${id}.${token}`,
    ...ofStore,
  }
  const part = (name: 'Facts' | 'Soon' | 'Stop' | 'StopLink'): string =>
    text(locale, `mail.${ofStore ? 'storeWithdrawal' : 'withdrawal'}${name}`, params)
  const subject = text(locale, ofStore ? 'mail.storeWithdrawal' : 'mail.withdrawal', params)
  const end = state === 'queued' ? 'Soon' : publicUrl === undefined ? 'Stop' : 'StopLink'
  const wait = state === 'waiting' ? [text(locale, 'mail.withdrawalWaits', params)] : []
  const body = [part('Facts'), ...wait, part(end)].join('\n\n')
  await queueMail(tx, { to: email, subject, text: body, language: locale, kind: 'money' }, now)
}
