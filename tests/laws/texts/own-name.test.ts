import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { messageKinds, type MessageKind } from '#contract/messages/kinds.ts'
import { readAppearance } from '#server/appearance/appearance.ts'
import { dressShell } from '#server/appearance/shell.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { mailInvitation } from '#server/members/invitation-mail.ts'
import { render } from '#server/mails/render.ts'
import { mailSecurity } from '#server/mails/security.ts'
import { mailWithdrawal } from '#server/withdrawals/mail.ts'
import { notify } from '#server/messages/notify.ts'
import { mailAct } from '#server/operator/act-mail.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { mailAlarms } from '#server/reserves/alarm.ts'
import { flat, readTexts } from '../../../scripts/build/texts.ts'
import { tooOld } from '../../../scripts/build/too-old.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { operatorWith } from '../../support/market/operator.ts'

// A market under its own name: nothing that anybody reads calls it Caravan, in any language. What a browser shows of it
// is looked at in tests/e2e/market/own-name-story.test.ts.

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '')
const NAME = 'Nile Bazaar'
/** The name in every writing of it. */
const CARAVAN = /caravan|كارافان|قافلة|商队|卡拉万/iu
/** The same as a name, where a header or an address of the program may hold the word. */
const NAMED = /Caravan|كارافان|قافلة|商队|卡拉万/u
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8')

describe('no text of the program names Caravan', () => {
  it.each(locales.map(({ code }) => code))('in %s', (code) => {
    const texts = flat(readTexts(root, code))
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts.filter(([, text]) => CARAVAN.test(text.replaceAll('{{market}}', NAME)))).toEqual([])
    expect(texts.filter(([, text]) => text.includes('{{market}}')).length).toBeGreaterThan(30)
  })

  it('nor any article or name of the demo market', () => {
    const files = globSync('server/seed/{articles/*.md,texts/*.txt}', { cwd: root })
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => CARAVAN.test(read(file)))).toEqual([])
  })

  it('nor the program itself, but for the name that a market has at first', () => {
    const files = globSync('{contract,localdb,worker,sw,src,server}/**/*.{ts,tsx}', { cwd: root })
    const program = files.map((file) => file.replaceAll('\\', '/')).filter((file) => !/\.test\.tsx?$/.test(file))
    expect(program.length).toBeGreaterThan(500)
    const spoken = (file: string): string => read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    expect(program.filter((file) => NAMED.test(spoken(file))).toSorted()).toEqual([
      'contract/appearance/market-name.ts',
      // To the servers of photographs: a header that no person is shown.
      'server/import/photographs/fetch.ts',
    ])
  })

  it('nor a file that a person saves', () => {
    const files = globSync('{src,worker}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
    expect(files.filter((file) => /[`'"]caravan[^`'"\n]*\.\w/i.test(read(file).replace(/\$\{[^}]*\}/g, '')))).toEqual(
      [],
    )
  })

  it('and who says a text that names the market has its name at hand', () => {
    const naming = flat(readTexts(root, 'en')).flatMap(([key, text]) => (text.includes('{{market}}') ? [key] : []))
    const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    const namingFiles = files.flatMap((file) => {
      const source = read(file)
      const heads = [...source.matchAll(/`((?:mail|told)\.\w*)\$\{/g)].map((m) => m[1]!)
      const says = naming.some((key) => source.includes(`'${key}'`) || heads.some((head) => key.startsWith(head)))
      return says ? [{ file, has: /\bmarket\b/.test(source) }] : []
    })
    expect(namingFiles.length).toBeGreaterThan(5)
    expect(namingFiles.filter(({ has }) => !has)).toEqual([])
  })
})

describe('a market named otherwise', () => {
  let market: TestMarket
  let person: TestPerson & { token: string }
  beforeAll(async () => {
    market = await openTestMarket()
    const one = await market.person()
    person = { ...one, token: await market.login(one) }
    const { exit, text } = await operate(market.db, ['setting', 'web_name', NAME], Date.now())
    if (exit !== 0) throw new Error(text)
  })
  afterAll(() => market.close())

  it('is called so by the shell and the manifest, in each language', async () => {
    const built = (tooOld(root).transformIndexHtml as unknown as (html: string) => string)(read('index.html'))
    expect(built.match(/Caravan/g)!.length).toBeGreaterThan(3)
    const appearance = await readAppearance(market.db)
    for (const { code } of locales) {
      const { html } = dressShell(built, appearance, code)
      expect(html).not.toMatch(NAMED)
      expect(html).toContain(`<title>${NAME}</title>`)
      const answer = await market.fetch(new Request(`http://market/manifest.webmanifest?lang=${code}`))
      const manifest = await answer.text()
      expect(manifest).not.toMatch(NAMED)
      expect(JSON.parse(manifest)).toMatchObject({ name: NAME, lang: code })
    }
  })

  it('is called so in every mail', async () => {
    for (const event of ['register', 'resetpwd', 'social', 'fund'])
      for (const email of [person.email, `${event}@nobody.example`])
        await market.call(`/api/ems/send?email=${encodeURIComponent(email)}&event=${event}`, undefined, undefined, {
          method: 'GET',
        })
    const operators = [await operatorWith(market), await operatorWith(market)]
    const now = Date.now()
    await market.db.transaction().execute(async (tx) => {
      for (const { code: language } of locales) {
        const reader = { email: `${language}@reader.example`, language, username: 'Ann' }
        for (const change of [
          ...(['passwordChanged', 'passwordReset', 'factorAdded', 'factorRemoved', 'identityAdded'] as const),
          ...(['identityRemoved', 'fundPasswordSet', 'fundPasswordChanged', 'fundPasswordLocked'] as const),
          'accountDeleted' as const,
        ])
          await mailSecurity(tx, change, { ...reader, now, device: '' })
        for (const role of ['owner', 'staff'] as const)
          await mailInvitation(tx, role, { ...reader, email: `${role}-${reader.email}`, store: 'A store', now })
        for (const aloneFrom of [undefined, now])
          await mailAct(tx, { asker: reader, agreeing: [{ ...reader, email: `b-${reader.email}` }], aloneFrom, now })
      }
      await mailAlarms(tx, [{ subject: 'USDT', in: () => 'short' }], now)
      const row = {
        ...{ id: person.uid, asked_by: person.uid, store_id: null, asset: 'USDT', amount: '1000000' },
        ...{ address: 'T', network: 'tron', ready_at: new Date(now) },
      }
      for (const state of ['waiting', 'queued', 'review'])
        for (const publicUrl of [undefined, 'https://market.example'])
          await mailWithdrawal(tx, { ...row, state } as never, { now, device: '', token: 't', publicUrl })
    })
    expect(operators).toHaveLength(2)
    await market.sendMails()
    expect(await market.db.selectFrom('mails').select('id').execute()).toEqual([])
    expect(market.mails.length).toBeGreaterThan(45)
    for (const mail of market.mails) {
      const { text, html } = render(mail, 'https://market.example')
      const all = `${mail.subject}\n${text}\n${html}`
      expect(all).not.toMatch(NAMED)
      expect(all).not.toContain('{{')
      expect([text.includes(NAME), html.includes(NAME)], mail.subject).toEqual([true, true])
      expect(mail.market).toBe(NAME)
    }
  })

  it('is called so in every message', async () => {
    const values = { amount: 100, currency: 'USD', coins: '1', coin: 'USDT', number: 'A-1', shop: 'A store', n: 1 }
    for (const { code: language } of locales) {
      await market.db.updateTable('users').set({ language }).where('id', '=', person.uid).execute()
      for (const kind of Object.keys(messageKinds) as MessageKind[])
        await ownerTransaction(market.db, person.uid, (call) =>
          notify(call, person.uid, { kind, values, title: { en: 'A title' }, at: Date.now() }),
        )
    }
    const rows = await market.db.selectFrom('messages').select('words').where('deleted', '=', false).execute()
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ words }) => NAMED.test(words) || words.includes('{{market}}'))).toEqual([])
    expect(rows.filter(({ words }) => words.includes(NAME)).length).toBeGreaterThanOrEqual(4 * locales.length)
  })

  it('is called so by an authenticator, the settings and the description of the API', async () => {
    const begun = await market.call('/api/factor/begin', { password: person.password }, person.token)
    const { uri } = begun.data as { uri: string }
    expect(decodeURIComponent(uri)).toContain(`issuer=${NAME}`)
    expect(decodeURIComponent(uri)).not.toMatch(NAMED)
    const { data } = await market.call('/api/index/settings', {})
    expect(JSON.stringify(data)).not.toMatch(NAMED)
    for (const path of ['/api/openapi.json', '/api/openapi.html']) {
      const body = await (await market.fetch(new Request(`http://market${path}`))).text()
      expect(body, path).not.toMatch(NAMED)
      expect(body, path).toContain(NAME)
    }
  })
})
