import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buyerMails, mailTopic, storeMails } from '#contract/messages/mail-kinds.ts'
import { mutedTopics } from '#localdb/queries/messages/items.ts'
import type { Readers } from '#localdb/read.ts'
import { figuresOf } from '#server/operator/desks/figures.ts'
import { keysOf } from '#server/keys/keys-of.ts'
import { signOffToken } from '#server/mails/sign-off-token.ts'
import { codeIn } from '../../support/market/accounts.ts'
import { HOME, openMailedMarket, type MailedMarket } from '../../support/market/mailed-market.ts'
import type { TestPerson } from '../../support/market/market.ts'
import { act, newDevice, until, type TestDevice } from '../../support/device/world.ts'

// People choose which mails they get: on a device, without a network too, or by a mail's link without signing in. Mails
// about money and security always come. And whose mails come back is told, until the address is proven.

const SECRET = 'a secret of the mail service 012345'
let mailed: MailedMarket
beforeAll(async () => {
  mailed = await openMailedMarket({ bounceSecret: SECRET })
})
afterAll(() => mailed.close())
afterEach(() => {
  mailed.server.answer = () => undefined
  mailed.server.answerData = () => undefined
})

const shipped = { kind: 'orderShipped', values: { number: 'AB', shop: 'Harbour' } } as const
const paid = { kind: 'orderPaid', values: { number: 'AB', amount: 100, currency: 'USD' } } as const
const subjectsOf = (person: TestPerson): string[] => mailed.mailsOf(person).map(({ subject }) => subject)
const ask = (path: string, init: RequestInit = {}) => mailed.market.fetch(new Request(`http://market${path}`, init))
const mutes = (uid: string) =>
  mailed.market.db.selectFrom('message_mutes').select(['topic', 'is_on']).where('user_id', '=', uid).execute()

async function mutedOn(device: TestDevice, uid: string): Promise<ReadonlySet<string>> {
  const user = await device.userDb(uid)
  const found = await mutedTopics({ user } as unknown as Readers)
  user.close()
  return found
}

describe(`the link of a mail (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  const pathIn = (header: string | undefined): string => /^<https:\/\/market\.example(\/\S+)>$/.exec(header ?? '')![1]!

  it('shows a page and changes nothing; POST stops mails of its kind and no others, on all devices', async () => {
    const person = await mailed.market.person()
    const device = newDevice(mailed.market)
    const tab = device.tab()
    expect((await tab.call('user.login', { email: person.email, password: person.password })).kind).toBe('accepted')
    await mailed.tell(person, shipped)
    await mailed.pass()
    const { headers, text } = mailed.mailsOf(person)[0]!
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const path = pathIn(headers.get('list-unsubscribe'))
    expect(text).toContain(`Stop these emails: ${HOME}${path}\n`)

    for (let n = 0; n < 2; n++) {
      const shown = await ask(path)
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store'])
      const page = await shown.text()
      expect(page).toContain('<form method="post">')
      expect(page).not.toContain(person.email)
      expect(await mutes(person.uid)).toEqual([])
    }
    await mailed.tell(person, shipped)
    const [oneClick, again] = [await stop(path), await stop(path)]
    expect([oneClick.status, again.status]).toEqual([200, 200])
    expect(await oneClick.text()).toContain('You no longer get these emails.')
    expect(await mutes(person.uid)).toEqual([{ topic: 'mail.shipped', is_on: true }])
    await mailed.tell(person, shipped)
    await mailed.tell(person, paid)
    await mailed.pass()
    expect(subjectsOf(person)).toEqual(['Harbour has shipped order AB', 'You paid 1.00 USD for order AB'])
    // The app tells it as before, and knows that the mails are off.
    const messages = mailed.market.db
      .selectFrom('messages')
      .select('kind')
      .where('user_id', '=', person.uid)
      .orderBy('id')
    expect((await messages.execute()).map(({ kind }) => kind)).toEqual([...Array(3).fill('orderShipped'), 'orderPaid'])
    await until('the device knows', async () => (await mutedOn(device, person.uid)).has('mail.shipped'))

    // On again in a tunnel.
    device.network.faults.offline = true
    await act(tab, 'message.mute', { topic: mailTopic('shipped'), on: false })
    expect((await mutedOn(device, person.uid)).has('mail.shipped')).toBe(false)
    device.network.faults.offline = false
    await tab.flush(true)
    await until('the market knows', async () => (await mutes(person.uid)).every((mute) => !mute.is_on))
    await mailed.tell(person, shipped)
    await mailed.pass()
    expect(subjectsOf(person)).toHaveLength(3)
    await device.end()
  })

  const stop = (path: string) =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

  it('of another market, of nobody, or of mails that always come, is none', async () => {
    const person = await mailed.market.person()
    const keys = keysOf(mailed.market.db)
    const own = signOffToken(keys, person.uid, 'placed')!
    const wrong = [
      own.replace('placed', 'shipped'),
      own.replace('placed', 'money'),
      `${own}x`,
      '',
      signOffToken(keys, randomUUID(), 'placed')!,
    ]
    for (const token of wrong)
      for (const method of ['GET', 'POST'])
        expect((await ask(`/api/mail/off?t=${token}`, { method })).status, token).toBe(404)
    expect(await mutes(person.uid)).toEqual([])
  })

  it.each([
    ['zh', '不再接收此类邮件', 'ltr'],
    ['ar', 'إيقاف هذه الرسائل', 'rtl'],
  ])('speaks the person’s language: %s', async (language, button, dir) => {
    const person = await mailed.market.person()
    await mailed.market.db.updateTable('users').set({ language }).where('id', '=', person.uid).execute()
    const token = signOffToken(keysOf(mailed.market.db), person.uid, 'storeLow')!
    const page = await (await ask(`/api/mail/off?t=${token}`)).text()
    expect(page).toContain(`<html lang="${language}" dir="${dir}">`)
    expect(page).toContain(`<button>${button}</button>`)
  })
})

describe('mails about money and security', () => {
  it('have no switch, and come to whoever has switched off all others', async () => {
    const person = await mailed.market.person()
    const token = await mailed.market.login(person)
    const mute = (topic: string) => mailed.market.call('/api/message/mute', { topic, on: true }, token)
    for (const kind of [...buyerMails, ...storeMails]) expect((await mute(mailTopic(kind))).code).toBe(1)
    for (const topic of ['mail.money', 'mail.account', 'mail.asked', 'mail.', 'money'])
      expect(await mute(topic)).toMatchObject({ data: { reason: 'invalid' } })
    await mailed.tell(person, shipped)
    await mailed.tell(person, paid)
    await mailed.tell(person, { kind: 'suspended', values: { why: 'Not true' } })
    const change = { original: person.password, password: 'another long one' }
    expect((await mailed.market.call('/api/user/change', change, token)).code).toBe(1)
    await mailed.pass()
    expect(subjectsOf(person).toSorted()).toEqual([
      'You paid 1.00 USD for order AB',
      'Your Caravan password was changed',
      'Your account is suspended: Not true',
    ])
    for (const { headers, text } of mailed.mailsOf(person)) {
      expect(headers.has('list-unsubscribe')).toBe(false)
      expect(text).toContain('We always email you about your money and account security.')
    }
  })

  it('come to whoever has switched off messages in the app, too: those are switches of their own', async () => {
    const person = await mailed.market.person()
    const token = await mailed.market.login(person)
    expect((await mailed.market.call('/api/message/mute', { topic: 'orders', on: true }, token)).code).toBe(1)
    await mailed.tell(person, shipped)
    await mailed.pass()
    expect(subjectsOf(person)).toHaveLength(1)
    const messages = mailed.market.db.selectFrom('messages').select('id').where('user_id', '=', person.uid)
    expect(await messages.execute()).toEqual([])
  })
})

describe('an address that takes no mails', () => {
  const bouncedOf = async (token: string) =>
    ((await mailed.market.call('/api/user/profile', {}, token)).data as { bounced: unknown }).bounced
  /** Those that operators see of the last days. */
  const bounces = async (): Promise<number> =>
    (await figuresOf(mailed.market.db, 7, mailed.clock.ms)).days.reduce((sum, day) => sum + (day.bounces ?? 0), 0)
  const refuse = (person: TestPerson, code: number, says: string): void => {
    mailed.server.answer = (address) => (address === person.email ? { code, says } : undefined)
  }
  const report = (bounces: object[], authorization = `Bearer ${SECRET}`) =>
    mailed.market.call('/api/mail/bounces', { bounces }, undefined, { headers: { Authorization: authorization } })
  const prove = async (person: TestPerson, token: string): Promise<void> => {
    const sent = `/api/ems/send?email=${encodeURIComponent(person.email)}&event=address`
    expect((await mailed.market.call(sent, undefined, undefined, { method: 'GET' })).code).toBe(1)
    const wrong = await mailed.market.call('/api/user/change', { emailCode: '000000' }, token)
    expect(wrong).toMatchObject({ data: { reason: 'codeWrong' } })
    const emailCode = codeIn(mailed.mailsOf(person).at(-1))
    expect((await mailed.market.call('/api/user/change', { emailCode }, token)).code).toBe(1)
  }

  it('is noted when the mail server refuses it for good, shown in the app, counted, and proven by a code', async () => {
    const person = await mailed.market.person()
    const token = await mailed.market.login(person)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const before = await bounces()
    refuse(person, 550, '5.1.1 no such mailbox')
    await mailed.tell(person, shipped)
    await mailed.pass()
    logged.mockRestore()
    expect(await bouncedOf(token)).toEqual({ reason: 'unknown', at: mailed.clock.ms })
    const messages = mailed.market.db
      .selectFrom('messages')
      .select(['kind', 'is_read'])
      .where('user_id', '=', person.uid)
    expect(await messages.orderBy('id').execute()).toEqual([
      { kind: 'orderShipped', is_read: false },
      { kind: 'mailBounced', is_read: false },
    ])
    expect(await bounces()).toBe(before + 1)
    expect((await figuresOf(mailed.market.db, 7, mailed.clock.ms)).mail).toEqual({ waiting: 0, bounced: 1 })
    // Until it is proven nothing more is mailed that has a switch; what is about money is tried.
    mailed.server.answer = () => undefined
    await mailed.tell(person, shipped)
    await mailed.tell(person, paid)
    await mailed.pass()
    expect(subjectsOf(person)).toEqual(['You paid 1.00 USD for order AB'])
    await prove(person, token)
    expect(await bouncedOf(token)).toBeNull()
    await mailed.tell(person, shipped)
    await mailed.pass()
    expect(subjectsOf(person).at(-1)).toBe('Harbour has shipped order AB')
  })

  it.each([
    ['our own mail server', 550, '5.7.1 relaying denied'],
    ['the network', 554, '5.4.6 routing loop'],
  ])('is not noted where %s is at fault, and the mail arrives once that is mended', async (_source, code, says) => {
    const person = await mailed.market.person()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    refuse(person, code, says)
    await mailed.tell(person, shipped)
    await mailed.pass()
    logged.mockRestore()
    expect(await bouncedOf(await mailed.market.login(person))).toBeNull()
    mailed.server.answer = () => undefined
    await mailed.pass(3_600_000)
    expect(subjectsOf(person)).toEqual(['Harbour has shipped order AB'])
  })

  it('is noted where it is refused after the message, too', async () => {
    const person = await mailed.market.person()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    mailed.server.answerData = (address) => (address === person.email ? { code: 552, says: '5.2.2 full' } : undefined)
    await mailed.tell(person, shipped)
    await mailed.pass()
    logged.mockRestore()
    expect(await bouncedOf(await mailed.market.login(person))).toMatchObject({ reason: 'full' })
  })

  it('is reported later by whoever knows the secret, once, and not for a time before it was proven', async () => {
    const person = await mailed.market.person()
    const token = await mailed.market.login(person)
    const bounce = { address: person.email.toUpperCase(), at: mailed.clock.ms, status: '5.2.1', said: 'closed' }
    for (const wrong of ['', 'Bearer', SECRET, `Bearer ${'x'.repeat(SECRET.length)}`])
      expect(await report([bounce], wrong)).toMatchObject({ code: 403, data: { reason: 'noRight' } })
    expect(await bouncedOf(token)).toBeNull()
    const others = [
      { ...bounce, status: '4.2.2' },
      { ...bounce, address: 'nobody@example.test' },
    ]
    expect(await report([bounce, ...others])).toMatchObject({ data: { noted: 1, ignored: 2 } })
    expect(await report([bounce])).toMatchObject({ data: { noted: 0, ignored: 1 } })
    expect(await bouncedOf(token)).toEqual({ reason: 'disabled', at: bounce.at })
    mailed.clock.ms += 60_000
    await prove(person, token)
    expect(await report([{ ...bounce, at: bounce.at + 1000 }])).toMatchObject({ data: { noted: 0 } })
    expect(await bouncedOf(token)).toBeNull()
    // A clock that is ahead counts as now.
    const future = { ...bounce, at: mailed.clock.ms + 1e9 }
    mailed.clock.ms += 1000
    expect(await report([future])).toMatchObject({ data: { noted: 1 } })
    expect(await bouncedOf(token)).toMatchObject({ at: mailed.clock.ms })
  })

  it('takes reports of bounded size alone, and none without a secret of its own', async () => {
    const bounce = { address: 'a@example.test', at: 0, status: '5.1.1' }
    expect(await report([])).toMatchObject({ code: 422 })
    expect(await report(Array.from({ length: 51 }, () => bounce))).toMatchObject({ code: 422 })
    expect(await report([{ ...bounce, said: 'x'.repeat(201) }])).toMatchObject({ code: 422 })
    const other = await openMailedMarket()
    const unknown = await other.market.call('/api/mail/bounces', { bounces: [bounce] }, undefined, {
      headers: { Authorization: 'Bearer undefined' },
    })
    expect(unknown).toMatchObject({ code: 404, data: { reason: 'unknownCall' } })
    await other.close()
  })
})
