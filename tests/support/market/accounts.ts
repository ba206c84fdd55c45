import type { Mail } from '#server/mails/mail.ts'
import { openTestMarket, type TestAnswer, type TestMarket } from './market.ts'

export const DAY = 86_400_000
export const PASSWORD = 'correct horse'

let count = 0
/** An address that nobody had before. */
export const newEmail = (): string => `trader${++count}@example.test`

/** A caller's address and language; without them each new email is asked for from another address. */
export const from = (address = `192.0.2.${count % 250}`, language = 'en'): RequestInit => ({
  headers: { 'X-Forwarded-For': address, 'Accept-Language': language },
})

/** The reason of a refusal; 'none' when an answer is no refusal. */
export const reason = (answer: TestAnswer): unknown => (answer.data as { reason?: string }).reason ?? 'none'
export const tokenOf = (answer: TestAnswer): string => (answer.data as { userinfo: { token: string } }).userinfo.token
export const codeIn = (mail: Mail | undefined): string => /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? 'no code'
/** A list of `n` equal values, to compare with. */
export const times = <T>(n: number, value: T): T[] => Array.from({ length: n }, () => value)

/** A market whose clock and mailbox the test controls, and the calls of an account. */
export interface Accounts {
  market: TestMarket
  clock: { ms: number }
  mails: Mail[]
  mail: { broken: boolean }
  ask(email: string, init?: RequestInit): Promise<TestAnswer>
  register(email: string, code: string, more?: object, init?: RequestInit): Promise<TestAnswer>
  login(email: string, password?: string, init?: RequestInit): Promise<TestAnswer>
  /** Somebody with an account, registered as anybody would be. */
  registered(): Promise<{ email: string; token: string; id: string }>
  alive(token: string): Promise<boolean>
}

export async function openAccounts(): Promise<Accounts> {
  const clock = { ms: Date.UTC(2026, 0, 15) }
  const mails: Mail[] = []
  const mail = { broken: false }
  const mailer = {
    send: async (m: Mail) => {
      if (mail.broken) throw new Error('the mail server is away')
      mails.push(m)
    },
  }
  const market = await openTestMarket({ mailer, trustProxy: true, now: () => clock.ms })
  const ask: Accounts['ask'] = (email, init = from()) =>
    market.call(`/api/ems/send?email=${encodeURIComponent(email)}&event=register`, undefined, undefined, {
      method: 'GET',
      ...init,
    })
  const register: Accounts['register'] = (email, code, more = {}, init = from()) =>
    market.call('/api/user/register', { username: 'Trader', email, code, password: PASSWORD, ...more }, undefined, init)
  return {
    market,
    clock,
    mails,
    mail,
    ask,
    register,
    login: (email, password = PASSWORD, init = from()) =>
      market.call('/api/user/login', { email, password }, undefined, init),
    registered: async () => {
      const email = newEmail()
      await ask(email)
      const answer = await register(email, codeIn(mails.at(-1)))
      return { email, token: tokenOf(answer), id: (answer.data as { userinfo: { id: string } }).userinfo.id }
    },
    alive: async (token) => reason(await market.call('/api/user/index', {}, token)) === 'none',
  }
}
