import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { isMailSwitch, mailKinds } from '#contract/messages/mail-kinds.ts'
import { messageKinds, type MessageKind } from '#contract/messages/kinds.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { createMarket } from '#server/market.ts'
import { notify } from '#server/messages/notify.ts'
import { addMember } from '#server/members/members.ts'
import type { Received } from '../../support/servers/mail-server.ts'
import { HOME, openMailedMarket, type MailedMarket } from '../../support/market/mailed-market.ts'
import type { TestPerson } from '../../support/market/market.ts'
import { giveMoney, makeAddress, makeShop, placing } from '../../support/market/orders.ts'

// The messages that people get in the app reach them by mail: in their language, as plain text and HTML, over a real
// mail server, once, and not in a burst.

const HOUR = 3_600_000
let mailed: MailedMarket
beforeAll(async () => {
  mailed = await openMailedMarket()
})
afterAll(() => mailed.close())
afterEach(() => {
  mailed.server.answer = () => undefined
  mailed.server.answerData = () => undefined
})

async function speaking(language: string): Promise<TestPerson> {
  const person = await mailed.market.person()
  await mailed.market.db.updateTable('users').set({ language }).where('id', '=', person.uid).execute()
  return person
}
const last = (person: TestPerson): Received => mailed.mailsOf(person).at(-1)!
const kinds = Object.keys(messageKinds) as MessageKind[]

/** Something for every name that a text may fill in. */
const values = {
  ...{ number: '37MR-WFPR', shop: 'Harbour & Sons', store: 'Harbour & Sons', amount: 123_456, currency: 'USD' },
  ...{ coins: '12.50', coin: 'USDT', why: 'Not true', left: 3, area: 'DE', code: 'EUR', n: 3, version: 4 },
}
const title = { en: 'Blue cup', zh: '蓝色杯子', ar: 'كوب أزرق' }

describe(`a checkout in two stores (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is one mail when it is placed, one when it is paid, and one to each of the stores’ people', async () => {
    const { market } = mailed
    const [buyer, ann, bob] = [await market.person(), await market.person(), await market.person()]
    const token = await market.login(buyer)
    await giveMoney(market.db, buyer.uid, 1_000_000)
    const addressId = await makeAddress(market.db, buyer.uid)
    const stores = [await makeShop(market.db, [{ stock: 9 }]), await makeShop(market.db, [{ stock: 9 }])]
    for (const [n, person] of [ann, bob].entries())
      await market.db.transaction().execute((tx) => addMember(tx, stores[n]!.shopId, person.uid, 'owner'))
    for (const { shopId, ids } of stores) {
      const asked = await placing(market.db, shopId, addressId, [{ id: ids[0]!, num: 2 }])
      expect((await market.call('/api/order/place', asked, token)).code).toBe(1)
    }
    const orders = market.db.selectFrom('orders').select(['id', 'store_id']).where('user_id', '=', buyer.uid)
    const placed = await orders.orderBy('serial').execute()
    const ids = placed.map(({ id }) => id)
    expect((await market.call('/api/order/pay', { ids, password: buyer.password }, token)).code).toBe(1)
    expect(mailed.mailsOf(buyer)).toEqual([])
    await mailed.pass()
    await mailed.pass()

    const mails = mailed.mailsOf(buyer).toSorted((a, b) => a.subject.localeCompare(b.subject))
    expect(mails.map(({ subject }) => subject.replace(/[A-Z\d]{4}-[A-Z\d]{4}/, '#'))).toEqual([
      'You paid 10.00 USD for order #, and 1 more',
      'You placed order # with Test store, and 1 more',
    ])
    for (const { text } of mails) for (const id of ids) expect(text).toContain(`${HOME}/order?id=${id}`)
    for (const [n, person] of [ann, bob].entries()) {
      const [mail, ...more] = mailed.mailsOf(person).filter(({ subject }) => subject.includes('new order'))
      expect(more).toEqual([])
      const { id } = placed.find(({ store_id: store }) => store === stores[n]!.shopId)!
      expect(mail!.text).toContain(`${HOME}/centre/order/${encodeURIComponent(id)}?store=${stores[n]!.shopId}`)
      // Nobody reads what is another's.
      for (const other of placed) if (other.id !== id) expect(JSON.stringify(mail)).not.toContain(other.id)
    }
  })
})

describe('each kind of message that has a mail', () => {
  it('is mailed in three languages, with its words, its screen, and its way out where it has one', async () => {
    const people = await Promise.all(
      locales.map(async ({ code, dir }) => ({ code, dir, person: await speaking(code) })),
    )
    const mailedKinds = kinds.filter((kind) => mailKinds[kind] !== null)
    expect(mailedKinds.length).toBeGreaterThan(55)
    for (const kind of mailedKinds) {
      for (const { person } of people)
        await mailed.tell(person, { kind, values, title, subject: { kind: 'order', id: 'a:7' } })
      await mailed.pass(2 * HOUR)
      for (const { code, dir, person } of people) {
        const { subject, text, html, headers } = last(person)
        const { words } = await mailed.market.db
          .selectFrom('messages')
          .select('words')
          .where('user_id', '=', person.uid)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        expect([subject, text.split('\n')[0]], `${kind} ${code}`).toEqual([words, words])
        expect(text).toContain(`\n${HOME}/order?id=a:7\n`)
        expect(html).toContain(`<html lang="${code}" dir="${dir}">`)
        expect(html).toContain(`href="${HOME}/order?id=a:7"`)
        expect(html).toContain(words.replaceAll('&', '&amp;'))
        for (const body of [subject, text, html]) expect(body, `${kind} ${code}`).not.toMatch(/\{\{|undefined|null/)
        expect(headers.has('list-unsubscribe'), kind).toBe(isMailSwitch(mailKinds[kind]!))
        expect(headers.get('from')).toBe('Caravan <shop@market.example>')
      }
    }
    for (const { person } of people) expect(mailed.mailsOf(person)).toHaveLength(mailedKinds.length)
  })

  it('or else is a message alone', async () => {
    const person = await mailed.market.person()
    const alone = kinds.filter((kind) => mailKinds[kind] === null)
    for (const kind of alone) await mailed.tell(person, { kind, values, title })
    await mailed.pass()
    expect(mailed.mailsOf(person)).toEqual([])
    const messages = mailed.market.db
      .selectFrom('messages')
      .select('kind')
      .where('user_id', '=', person.uid)
      .orderBy('id')
    expect((await messages.execute()).map(({ kind }) => kind)).toEqual(alone)
  })

  it('says besides what the app says: a parcel, a reason, the words of whoever acted', async () => {
    const [en, zh] = [await speaking('en'), await speaking('zh')]
    await mailed.tell(en, { kind: 'orderShipped', values: { ...values, parcel: 'DHL 42' } })
    await mailed.tell(en, { kind: 'orderCancelled', values: { ...values, reason: 'timeout' } })
    await mailed.tell(zh, { kind: 'reportDismissed', values, body: { en: 'It was\n\nfine.' } })
    await mailed.pass()
    const texts = mailed.mailsOf(en).map(({ text }) => text.split('\n').slice(0, 2))
    expect(texts.toSorted()).toEqual([
      ['Harbour & Sons has shipped order 37MR-WFPR', 'Parcel: DHL 42'],
      ['Order 37MR-WFPR was cancelled', 'Its items are back in stock.'],
    ])
    expect(last(zh).text).toContain('\nIt was\nfine.\n')
  })
})

describe('a mail', () => {
  it('that is refused for now is tried again later, and comes once', async () => {
    const person = await mailed.market.person()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    mailed.server.answer = (address, tries) =>
      address === person.email && tries < 3 ? { code: 451, says: 'later' } : undefined
    await mailed.tell(person, { kind: 'orderShipped', values })
    await mailed.pass()
    await mailed.pass(30_000)
    expect(mailed.mailsOf(person)).toEqual([])
    await mailed.pass(60_000)
    expect(mailed.mailsOf(person)).toEqual([])
    await mailed.pass(180_000)
    expect(mailed.mailsOf(person)).toHaveLength(1)
    await mailed.pass(24 * HOUR)
    expect(mailed.mailsOf(person)).toHaveLength(1)
    expect(await mailed.market.db.selectFrom('mail_bounces').selectAll().execute()).toEqual([])
    expect(logged.mock.calls.flat().join()).not.toContain(person.email)
    logged.mockRestore()
  })

  it('adds no header, whatever it is to say', async () => {
    const person = await mailed.market.person()
    const shop = 'A\r\nBcc: thief@example.test\u2028X: y'
    await mailed.tell(person, { kind: 'storeTalk', values: { shop } })
    await mailed.pass()
    const { subject, headers } = last(person)
    expect(subject).toBe('A buyer has written to A Bcc: thief@example.test X: y')
    expect([headers.has('bcc'), headers.has('x')]).toEqual([false, false])
  })

  it('survives a market that ends before it is gathered, and before it is sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'caravan-mails-'))
    const subjects: string[] = []
    let at = Date.now()
    const open = (send: (subject: string) => void) =>
      createMarket({ dataDir: folder, now: () => at, mailer: { send: async ({ subject }) => send(subject) } })
    const first = await open(() => undefined)
    const { id } = await first.db
      .insertInto('users')
      .values({ id: crypto.randomUUID(), email: 'ann@example.test', username: 'Ann', password_hash: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ownerTransaction(first.db, id, (call) => notify(call, id, { kind: 'orderShipped', values, at }))
    await first.close()
    at += HOUR
    const second = await open(() => {
      throw new Error('killed')
    })
    await expect(second.sendMails()).rejects.toThrow('killed')
    await second.close()
    at += HOUR
    const third = await open((subject) => void subjects.push(subject))
    await third.sendMails()
    await third.sendMails()
    expect(subjects).toEqual(['Harbour & Sons has shipped order 37MR-WFPR'])
    await third.close()
    await rm(folder, { recursive: true, force: true })
  })
})
