import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import type { Mail, Mailer } from './mail.ts'
import { queueMail } from './queue.ts'
import { sendMails } from './send.ts'

let market: TestMarket
beforeEach(async () => {
  market = await openTestMarket()
})
afterEach(() => market.close())

const AT = Date.UTC(2026, 0, 1)
const mailTo = (to: string): Mail => ({ to, subject: `To ${to}`, text: 'Hello' })
const queue = (to: string, now = AT) => market.db.transaction().execute((tx) => queueMail(tx, mailTo(to), now))
/** A mail server that takes no mail for these addresses. */
const serverWithout = (...refused: string[]): Mailer & { sent: string[] } => {
  const sent: string[] = []
  return {
    sent,
    send: async ({ to }) => {
      if (refused.includes(to)) throw new Error('no such mailbox')
      sent.push(to)
    },
  }
}

it('sends each mail once, in the order in which they were queued', async () => {
  for (const to of ['a@example.test', 'b@example.test']) await queue(to)
  const server = serverWithout()
  await Promise.all([sendMails(market.db, server, AT), sendMails(market.db, server, AT)])
  await sendMails(market.db, server, AT)
  expect(server.sent.toSorted()).toEqual(['a@example.test', 'b@example.test'])
})

it('tries a refused mail again, later each time, and sends the others meanwhile', async () => {
  for (const to of ['a@example.test', 'b@example.test']) await queue(to)
  const server = serverWithout('a@example.test')
  await expect(sendMails(market.db, server, AT)).rejects.toThrow('no such mailbox')
  await sendMails(market.db, server, AT)
  expect(server.sent).toEqual(['b@example.test'])
  await expect(sendMails(market.db, server, AT + 60_000)).rejects.toThrow()
  // The second pause is twice as long.
  await sendMails(market.db, server, AT + 120_000)
  await expect(sendMails(market.db, server, AT + 180_000)).rejects.toThrow()
  const well = serverWithout()
  await sendMails(market.db, well, AT + 86_400_000)
  expect(well.sent).toEqual(['a@example.test'])
})

it('gives up what the mail server refuses for good, keeps what it refuses for now, and goes on', async () => {
  for (const to of ['gone@example.test', 'full@example.test', 'c@example.test']) await queue(to)
  const sent: string[] = []
  const send = async ({ to }: Mail): Promise<void> => {
    const responseCode = { 'gone@example.test': 550, 'full@example.test': 452 }[to]
    if (responseCode !== undefined) throw Object.assign(new Error('refused'), { responseCode })
    sent.push(to)
  }
  await sendMails(market.db, { send }, AT)
  expect(sent).toEqual(['c@example.test'])
  expect(await market.db.selectFrom('mails').select('address').execute()).toEqual([{ address: 'full@example.test' }])
})

it('gives no mail up for what meets every mail: a wrong password, a sender that is refused', async () => {
  for (const to of ['a@example.test', 'b@example.test']) await queue(to)
  const refusals = [
    ['AUTH PLAIN', 535],
    ['MAIL FROM', 553],
    ['RCPT TO', 421],
  ] as const
  for (const [n, [command, responseCode]] of refusals.entries()) {
    const send = async (): Promise<void> => {
      throw Object.assign(new Error('refused'), { responseCode, command })
    }
    await expect(sendMails(market.db, { send }, AT + n * 3_600_000)).rejects.toThrow('refused')
  }
  expect(await market.db.selectFrom('mails').select('id').execute()).toHaveLength(2)
  const server = serverWithout()
  await sendMails(market.db, server, AT + 86_400_000)
  expect(server.sent.toSorted()).toEqual(['a@example.test', 'b@example.test'])
})

it('sends a bounded number of mails a round', async () => {
  for (let n = 0; n < 205; n++) await queue(`p${n}@example.test`)
  const server = serverWithout()
  await sendMails(market.db, server, AT)
  expect(server.sent).toHaveLength(200)
  await sendMails(market.db, server, AT)
  expect(server.sent).toHaveLength(205)
})

it('names a mail alike each time that it is tried', async () => {
  await queue('a@example.test')
  const ids: unknown[] = []
  let away = true
  const send = async ({ id }: Mail): Promise<void> => {
    ids.push(id)
    if (away) throw new Error('away')
  }
  await expect(sendMails(market.db, { send }, AT)).rejects.toThrow('away')
  away = false
  await sendMails(market.db, { send }, AT + 60_000)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
  expect(ids[0]).toMatch(/^\d+\.[a-z\d]+$/)
})

it('counts on their day the mails that left and those that were refused', async () => {
  for (const to of ['a@example.test', 'b@example.test', 'gone@example.test']) await queue(to)
  const send = async ({ to }: Mail): Promise<void> => {
    if (to.startsWith('gone')) throw Object.assign(new Error('refused'), { responseCode: 550, command: 'RCPT TO' })
  }
  await sendMails(market.db, { send }, AT)
  expect(await market.db.selectFrom('mail_days').select(['sent', 'refused', 'bounces']).execute()).toEqual([
    // Nobody here has the address that was refused.
    { sent: 2, refused: 1, bounces: 0 },
  ])
})

it('gives a mail up after three days', async () => {
  await queue('a@example.test')
  const server = serverWithout()
  await sendMails(market.db, server, AT + 3 * 86_400_000 + 1)
  expect(server.sent).toEqual([])
  expect(await market.db.selectFrom('mails').select('id').execute()).toEqual([])
})

it('keeps a bounded number of mails for one address', async () => {
  for (let i = 0; i < 25; i++) await queue('a@example.test')
  await queue('b@example.test')
  const rows = await market.db.selectFrom('mails').select('address').execute()
  expect(rows.filter(({ address }) => address === 'a@example.test')).toHaveLength(20)
  expect(rows).toHaveLength(21)
})
