import type { Db } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import type { Mail, Mailer } from './mail.ts'
import { readMarketName } from '../market/settings.ts'
import { noteBounce, bounceReasonOf, reasonOfRefusal, type Bounce } from './bounces.ts'
import { countMail } from './days.ts'
import { gatherMails } from './gather.ts'
import { dropOld, takeNext, type WaitingMail } from './queue.ts'
import { signOffToken } from './sign-off-token.ts'

/** The most mails sent per round, so that a market that is to stop does not wait for a whole queue. */
const A_ROUND = 200

/** A mail server's refusal, and of which command. There is none when the server could not be reached. */
interface Refusal {
  reply: number
  replyText: string
  command: string | undefined
}

function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number')
    return undefined
  const { responseCode: reply } = error
  const replyText = 'response' in error && typeof error.response === 'string' ? error.response : ''
  return {
    reply,
    replyText,
    command: 'command' in error && typeof error.command === 'string' ? error.command : undefined,
  }
}

/** Whether a refusal is about this mail: its recipient or its contents. Any other one meets every mail now. */
const isOfMail = ({ reply, command }: Refusal): boolean =>
  reply !== 421 && (command === undefined || command === 'RCPT TO' || command === 'DATA')

/** The bounce in a final refusal; undefined where that is about the message, not the mailbox. */
function bounceIn({ reply, replyText, command }: Refusal): Pick<Bounce, 'reason' | 'status'> | undefined {
  if (command !== 'DATA') return reasonOfRefusal(reply, replyText)
  // Some mail servers look at the recipient as late as that, and then say so.
  const status = /^\d{3}[ -](5\.[12]\.\d{1,3})\b/.exec(replyText)?.[1]
  const reason = status === undefined ? undefined : bounceReasonOf(status)
  return status !== undefined && reason ? { reason, status } : undefined
}

/** A mail as it is sent, with the way to stop others of its kind. */
async function mailOf(db: Db, market: string, waiting: WaitingMail): Promise<Mail> {
  const { id, address, subject, body, at, language, kind, paths } = waiting
  const owner = await db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst()
  return {
    ...{ to: address, subject, text: body, language, kind, paths, market },
    // The time is part of the id, since a refilled database counts from one again.
    id: `${id}.${at.getTime().toString(36)}`,
    signOff: owner && kind && signOffToken(keysOf(db), owner.id, kind),
  }
}

/**
 * Gives a mail up that was refused for good, with a note of the bounce. A final refusal of a recipient that is not
 * about the mailbox is the mail server's own, such as "relaying denied" or a full disk, and may meet every mail: it
 * waits.
 */
async function giveUp(db: Db, mail: WaitingMail, refusal: Refusal, now: number): Promise<void> {
  const bounce = bounceIn(refusal)
  if (!bounce && refusal.command !== 'DATA') return
  if (bounce) await noteBounce(db, { ...bounce, address: mail.address, replyText: refusal.replyText, at: now }, now)
  await db.deleteFrom('mails').where('id', '=', mail.id).execute()
  await countMail(db, 'refused', now)
}

/**
 * Makes mails of what people are to be mailed, and sends those that are due. One that the mail server refuses for good
 * is given up.
 *
 * @throws When the mail server cannot be reached, or takes no mail of the market: the others wait for the next round.
 */
export async function sendMails(db: Db, mailer: Mailer, now: number): Promise<void> {
  await gatherMails(db, now)
  const old = await dropOld(db, now)
  if (old > 0) console.error(`Mails that could not be sent for three days: ${old}`)
  const market = await readMarketName(db)
  for (let n = 0; n < A_ROUND; n++) {
    const mail = await takeNext(db, now)
    if (!mail) return
    try {
      await mailer.send(await mailOf(db, market, mail))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal || !isOfMail(refusal)) throw error
      console.error(`A mail was refused with ${refusal.reply}`)
      // A mailbox that is busy may have room later.
      if (refusal.reply >= 500) await giveUp(db, mail, refusal, now)
      continue
    }
    await db.deleteFrom('mails').where('id', '=', mail.id).execute()
    await countMail(db, 'sent', now)
  }
}
