import { createMailer } from '#server/mails/mail.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { GATHER_MS } from '#server/messages/notices.ts'
import type { MarketOptions } from '#server/market.ts'
import { notify, type Notification } from '#server/messages/notify.ts'
import { startMailServer, type MailServer, type Received } from '../servers/mail-server.ts'
import { openTestMarket, type TestMarket, type TestPerson } from './market.ts'

/** Where people reach a test's market. */
export const HOME = 'https://market.example'

/** A market whose mails go to a real mail server, under a clock of the test's. */
export interface MailedMarket {
  market: TestMarket
  server: MailServer
  clock: { ms: number }
  /** Tells somebody something, as a feature does in its transaction. */
  tell(person: Pick<TestPerson, 'uid'>, notice: Omit<Notification, 'at'>): Promise<void>
  /** Lets so much time pass (ms), and sends what is due then. */
  pass(ms?: number): Promise<void>
  /** The mails that somebody got, the oldest first. */
  mailsOf(person: Pick<TestPerson, 'email'>): Received[]
  close(): Promise<void>
}

export async function openMailedMarket(options: Partial<MarketOptions> = {}): Promise<MailedMarket> {
  const server = await startMailServer()
  const clock = { ms: Date.now() }
  const wide = { capacity: 1e9, refillPerSecond: 1e9, maxKeys: 1000 }
  const market = await openTestMarket({
    mailer: createMailer({
      ...{ smtpUrl: server.url, mailFrom: 'shop@market.example', dataDir: '/nowhere', demo: false, publicUrl: HOME },
    }),
    ...{ publicUrl: HOME, now: () => clock.ms, anonymous: wide, signedIn: { session: wide, person: wide } },
    ...options,
  })
  return {
    market,
    server,
    clock,
    tell: ({ uid }, notice) =>
      ownerTransaction(market.db, uid, (call) => notify(call, uid, { ...notice, at: clock.ms })),
    pass: async (ms = GATHER_MS) => {
      await settleAllOwed(market.db)
      clock.ms += ms
      await market.sendMails()
    },
    mailsOf: ({ email }) => server.received.filter(({ to }) => to === email),
    close: async () => {
      await market.close()
      await server.close()
    },
  }
}
