import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { available, grantTestMoney, post } from '#server/market/ledger.ts'
import { purgeExpired } from '#server/features/account/expired.ts'
import type { Mail, Mailer } from '#server/mail.ts'
import { openTestMarket, type TestAnswer, type TestMarket } from '../support/market.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 15)
const clock = { ms: START }
const mails: Mail[] = []
let broken = false
const mailer: Mailer = { send: async (mail) => {
  if (broken) throw new Error('the mail server is away')
  mails.push(mail)
} }

let market: TestMarket
beforeAll(async () => { market = await openTestMarket({ mailer, trustProxy: true, now: () => clock.ms }) })
afterAll(() => market.close())
beforeEach(() => {
  clock.ms += DAY
  mails.length = 0
  broken = false
})

let count = 0
const newEmail = (): string => `trader${++count}@example.test`
/** Each test speaks from an address of its own, unless it says otherwise. */
const from = (address = `192.0.2.${count % 250}`, language = 'en'): RequestInit => ({ headers: { 'X-Forwarded-For': address, 'Accept-Language': language } })
const ask = (email: string, init = from()): Promise<TestAnswer> => market.call(`/api/ems/send?email=${encodeURIComponent(email)}&event=register`, undefined, undefined, { method: 'GET', ...init })
const codeIn = (mail: Mail | undefined): string => /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? 'no code'
const register = (email: string, code: string, more: object = {}, init = from()) => market.call('/api/user/register', { username: 'Trader', email, code, password: 'correct horse', ...more }, undefined, init)
const login = (email: string, password = 'correct horse', init = from()) => market.call('/api/user/login', { email, password }, undefined, init)
const tokenOf = (answer: TestAnswer): string => (answer.data as { userinfo: { token: string } }).userinfo.token
const reason = (answer: TestAnswer): unknown => (answer.data as { reason?: string }).reason ?? 'none'
const another = (code: string): string => (code === '000000' ? '000001' : '000000')

/** Somebody with an account, registered as anybody would be. */
async function registered(): Promise<{ email: string; token: string; id: string }> {
  const email = newEmail()
  await ask(email)
  const answer = await register(email, codeIn(mails.at(-1)))
  return { email, token: tokenOf(answer), id: (answer.data as { userinfo: { id: string } }).userinfo.id }
}
const alive = async (token: string): Promise<boolean> => (await market.call('/api/user/index', {}, token)).code === 1

describe(`registering (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('takes a code from the mailbox and signs in', async () => {
    const email = newEmail()
    expect((await ask(email.toUpperCase())).data).toEqual({ seconds: 60 })
    expect(mails.map((m) => m.to)).toEqual([email])
    const code = codeIn(mails[0])
    expect(mails[0]!.subject).toBe(`Your Caravan code: ${code}`)
    expect(mails[0]!.text).toContain('It is valid for 10 minutes.')

    const answer = await register(email.toUpperCase(), code, { username: '  Ana  ', language: 'zh' })
    const { userinfo } = answer.data as { userinfo: { id: string; token: string } }
    expect(userinfo).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), email, username: 'Ana', avatar: null, language: 'zh', createdAt: clock.ms, token: expect.stringMatching(/^[\w-]{43}$/) })
    const { token, ...user } = userinfo
    expect((await market.call('/api/user/index', {}, token)).data).toEqual({ userinfo: user })
    expect((await market.call('/api/user/profile', {}, token)).data).toEqual({ userinfo: user, money: { amount: 0, currency: 'USD', test: false } })
    expect(reason(await login(email))).toBe('none')
  })

  it('speaks the language of the caller', async () => {
    const email = newEmail()
    await ask(email, from('198.51.100.1', 'zh-CN,zh;q=0.9'))
    expect(mails[0]!.subject).toBe(`您的 Caravan 验证码：${codeIn(mails[0])}`)
    const answer = await register(email, codeIn(mails[0]), {}, from('198.51.100.1', 'ar'))
    expect((answer.data as { userinfo: { language: string } }).userinfo.language).toBe('ar')
  })

  it('keeps neither password, token nor code', async () => {
    const email = newEmail()
    await ask(email)
    const code = codeIn(mails[0])
    const token = tokenOf(await register(email, code))
    const rows = JSON.stringify([
      await market.db.selectFrom('users').selectAll().where('email', '=', email).execute(),
      (await market.db.selectFrom('sessions').selectAll().execute()).map((s) => Buffer.from(s.token_hash).toString('base64url')),
      (await market.db.selectFrom('email_codes').selectAll().where('email', '=', email).execute()).map((c) => Buffer.from(c.code_hash).toString('latin1')),
    ])
    for (const secret of ['correct horse', token, code]) expect(rows).not.toContain(secret)
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  it('does not tell whether an address has an account; the mailbox does', async () => {
    const { email } = await registered()
    const fresh = newEmail()
    clock.ms += 60_000
    mails.length = 0
    const [taken, free] = [await ask(email), await ask(fresh)]
    expect({ ...taken, headers: [...taken.headers] }).toEqual({ ...free, headers: [...free.headers] })
    expect(mails.map((m) => [m.to, m.subject.replace(/\d{6}/, '123456')])).toEqual([[email, 'You already have a Caravan account'], [fresh, 'Your Caravan code: 123456']])
    expect(mails[0]!.text).not.toMatch(/\d{6}/)
    // Guessing looks the same for both.
    for (const address of [email, fresh]) {
      const guesses: unknown[] = []
      for (let i = 0; i < 6; i++) guesses.push(reason(await register(address, another(codeIn(mails[1])))))
      expect(guesses).toEqual(['codeWrong', 'codeWrong', 'codeWrong', 'codeWrong', 'codeWrong', 'codeExpired'])
    }
  })

  it('mails one code a minute, however often it is asked', async () => {
    const email = newEmail()
    expect((await ask(email)).data).toEqual({ seconds: 60 })
    clock.ms += 20_500
    expect((await ask(email)).data).toEqual({ seconds: 40 })
    const many = await Promise.all(Array.from({ length: 10 }, () => ask(email)))
    expect(many.map((a) => a.data)).toEqual(Array.from({ length: 10 }, () => ({ seconds: 40 })))
    expect(mails).toHaveLength(1)
    clock.ms += 39_500
    const first = codeIn(mails[0])
    await ask(email)
    expect(mails).toHaveLength(2)
    const second = codeIn(mails[1])
    if (first !== second) expect(reason(await register(email, first))).toBe('codeWrong')
    expect(reason(await register(email, second))).toBe('none')
  })

  it('mails one code also when asked many times at once for the first time', async () => {
    const email = newEmail()
    await Promise.all(Array.from({ length: 8 }, () => ask(email)))
    expect(mails).toHaveLength(1)
  })

  it('takes a code for ten minutes', async () => {
    const [early, late] = [newEmail(), newEmail()]
    await ask(early)
    await ask(late)
    clock.ms += 10 * 60_000 - 1
    expect(reason(await register(early, codeIn(mails[0])))).toBe('none')
    clock.ms += 1
    expect(reason(await register(late, codeIn(mails[1])))).toBe('codeExpired')
    expect(reason(await register(newEmail(), '123456'))).toBe('codeExpired')
  })

  it('lets nobody guess more than five times, also not at once', async () => {
    const email = newEmail()
    await ask(email)
    const code = codeIn(mails[0])
    const guesses = await Promise.all(Array.from({ length: 12 }, () => register(email, another(code))))
    expect(guesses.map(reason).sort()).toEqual([...Array.from({ length: 7 }, () => 'codeExpired'), ...Array.from({ length: 5 }, () => 'codeWrong')])
    expect(reason(await register(email, code))).toBe('codeExpired')
    const wait = await ask(email)
    expect(wait.data).toEqual({ reason: 'tooManyAttempts', params: { seconds: 60 } })
    clock.ms += 60_000
    await ask(email)
    for (let i = 0; i < 4; i++) await register(email, another(codeIn(mails[1])))
    expect(reason(await register(email, codeIn(mails[1])))).toBe('none')
  })

  it('makes one account of two registrations at once', async () => {
    const email = newEmail()
    await ask(email)
    const code = codeIn(mails[0])
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => register(email, code, { username: `Trader ${i}` })))
    expect(answers.map(reason).sort()).toEqual(['emailTaken', 'emailTaken', 'emailTaken', 'emailTaken', 'emailTaken', 'none'])
    expect(await market.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
    expect(reason(await register(email, code))).toBe('emailTaken')
  })

  it('says when the mail could not be sent, and sends the next at once', async () => {
    const email = newEmail()
    broken = true
    expect(reason(await ask(email))).toBe('mailFailed')
    broken = false
    expect((await ask(email)).data).toEqual({ seconds: 60 })
    expect(mails).toHaveLength(1)
  })

  it('sends no more than 60 codes an hour for one address of the network', async () => {
    for (let i = 0; i < 60; i++) expect(reason(await ask(newEmail(), from('198.51.100.2')))).toBe('none')
    const email = newEmail()
    expect((await ask(email, from('198.51.100.2'))).data).toEqual({ reason: 'tooManyAttempts', params: { seconds: 60 } })
    expect(reason(await ask(email, from('198.51.100.3')))).toBe('none')
  })

  it.each([
    [{ password: 'short 7' }, 'password'], [{ username: ' ' }, 'username'], [{ username: 'a\u0000b' }, 'username'], [{ username: 'a\nb' }, 'username'],
    [{ code: '12345' }, 'code'], [{ code: '1234567' }, 'code'], [{ email: 'a@b\r\nBcc: c@d.ee' }, 'email'], [{ language: 'xx' }, 'language'],
  ])('does not take %j', async (more, path) => {
    expect((await register(newEmail(), '123456', more)).data).toEqual({ reason: 'invalid', params: { path } })
  })
})

describe(`logging in (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('needs the right password, and does not tell which of the two was wrong', async () => {
    const { email, id } = await registered()
    expect(reason(await login(email.toUpperCase()))).toBe('none')
    const [wrong, nobody] = [await login(email, 'incorrect horse'), await login('nobody@example.test')]
    expect({ ...wrong, headers: [...wrong.headers] }).toEqual({ ...nobody, headers: [...nobody.headers] })
    expect(wrong.data).toEqual({ reason: 'wrongCredentials' })
    expect(reason(await login(email, ''))).toBe('wrongCredentials')
    expect((await market.db.selectFrom('sessions').select('user_id').where('user_id', '=', id).execute())).toHaveLength(2)
  })

  it('takes a password in any way of writing its letters', async () => {
    const email = newEmail()
    await ask(email)
    await register(email, codeIn(mails[0]), { password: 'crème brûlée'.normalize('NFD') })
    expect(reason(await login(email, 'crème brûlée'.normalize('NFC')))).toBe('none')
  })

  it('bears ten wrong passwords in a quarter of an hour, and locks nobody else out', async () => {
    const { email } = await registered()
    const thief = from('203.0.113.66')
    for (let i = 0; i < 10; i++) expect(reason(await login(email, `guess ${i}`, thief))).toBe('wrongCredentials')
    const locked = await login(email, 'correct horse', thief)
    expect(locked.data).toEqual({ reason: 'tooManyAttempts', params: { seconds: 90 } })
    expect(locked.msg).toBe('Too many attempts. Try again in 90 seconds.')
    expect(reason(await login(email, 'correct horse', from('203.0.113.67')))).toBe('none')
    expect(reason(await login('nobody@example.test', 'guess', thief))).toBe('wrongCredentials')
    clock.ms += 90_000
    expect(reason(await login(email, 'guess', thief))).toBe('wrongCredentials')
    expect(reason(await login(email, 'guess', thief))).toBe('tooManyAttempts')
  })

  it('bears them also at once, and for an account that does not exist', async () => {
    const guesses = await Promise.all(Array.from({ length: 15 }, (_, i) => login('no.such@example.test', `guess ${i}`, from('203.0.113.70'))))
    expect(guesses.map(reason).sort()).toEqual([...Array.from({ length: 5 }, () => 'tooManyAttempts'), ...Array.from({ length: 10 }, () => 'wrongCredentials')])
  })

  it('forgets the wrong ones after a right one', async () => {
    const { email } = await registered()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) expect(reason(await login(email, 'guess', from('203.0.113.68')))).toBe('wrongCredentials')
      expect(reason(await login(email, 'correct horse', from('203.0.113.68')))).toBe('none')
    }
  })
})

describe(`sessions (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('last for ninety days, and are then deleted', async () => {
    const { token, id } = await registered()
    clock.ms += 90 * DAY - 1
    expect(await alive(token)).toBe(true)
    await purgeExpired(market.db, clock.ms)
    expect(await alive(token)).toBe(true)
    clock.ms += 1
    expect(reason(await market.call('/api/user/index', {}, token))).toBe('sessionEnded')
    clock.ms += 1
    await purgeExpired(market.db, clock.ms)
    expect(await market.db.selectFrom('sessions').select('user_id').where('user_id', '=', id).execute()).toEqual([])
  })

  it('end one by one', async () => {
    const { email, token } = await registered()
    const other = tokenOf(await login(email))
    expect((await market.call('/api/user/logout', {}, token)).data).toEqual({})
    expect([await alive(token), await alive(other)]).toEqual([false, true])
    expect(reason(await market.call('/api/user/logout', {}, token))).toBe('sessionEnded')
  })

  it.each(['', 'x', 'A'.repeat(42), 'A'.repeat(43), 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(42)}'`, '../'.repeat(14)])('are not opened by %j', async (token) => {
    expect(reason(await market.call('/api/user/index', {}, token))).toMatch(/^(pleaseLogin|sessionEnded)$/)
  })
})

describe(`changing an account (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  const change = (token: string, what: object, init = from()) => market.call('/api/user/change', what, token, init)

  it('changes what is given and leaves the rest', async () => {
    const { token, email } = await registered()
    expect((await change(token, { username: ' Bo ' })).data).toMatchObject({ userinfo: { username: 'Bo', language: 'en', email } })
    expect((await change(token, { language: 'ar' })).data).toMatchObject({ userinfo: { username: 'Bo', language: 'ar' } })
    expect((await change(token, {})).data).toMatchObject({ userinfo: { username: 'Bo', language: 'ar' } })
    expect((await market.call('/api/user/index', {}, token)).data).toMatchObject({ userinfo: { username: 'Bo', language: 'ar' } })
  })

  it('changes the password with the original one, and ends every other session', async () => {
    const { token, email } = await registered()
    const [phone, bystander] = [tokenOf(await login(email)), await registered()]
    expect(reason(await change(token, { original: 'correct horse', password: 'battery staple' }))).toBe('none')
    expect([await alive(token), await alive(phone), await alive(bystander.token)]).toEqual([true, false, true])
    expect([reason(await login(email)), reason(await login(email, 'battery staple'))]).toEqual(['wrongCredentials', 'none'])
  })

  it('changes nothing without the original one', async () => {
    const { token, email } = await registered()
    const phone = tokenOf(await login(email))
    expect(reason(await change(token, { password: 'battery staple', username: 'Thief' }))).toBe('wrongPassword')
    expect(reason(await change(token, { original: 'guess', password: 'battery staple', username: 'Thief' }))).toBe('wrongPassword')
    expect((await change(token, { original: 'correct horse', password: 'short' })).data).toEqual({ reason: 'invalid', params: { path: 'password' } })
    expect((await market.call('/api/user/index', {}, phone)).data).toMatchObject({ userinfo: { username: 'Trader' } })
    expect(reason(await login(email))).toBe('none')
  })

  it('lets nobody guess the original one with a stolen token', async () => {
    const { token } = await registered()
    for (let i = 0; i < 10; i++) await change(token, { original: 'guess', password: 'battery staple' })
    expect((await change(token, { original: 'correct horse', password: 'battery staple' })).data).toEqual({ reason: 'tooManyAttempts', params: { seconds: 90 } })
  })

  it('lets one of two changes at once win, and no login of the old password outlive it', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, email } = await registered()
      const [first, second, ...logins] = await Promise.all([
        change(token, { original: 'correct horse', password: 'battery staple' }), change(token, { original: 'correct horse', password: 'paper clip' }),
        ...Array.from({ length: 6 }, () => login(email)),
      ])
      expect([reason(first), reason(second)].sort()).toEqual(['none', 'wrongPassword'])
      for (const answer of logins) if (reason(answer) === 'none') expect(await alive(tokenOf(answer))).toBe(false)
      expect(await alive(token)).toBe(true)
    }
  })
})

describe(`the profile (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('shows the money of the ledger, and marks money that is worth nothing', async () => {
    const { token, id } = await registered()
    const money = async () => ((await market.call('/api/user/profile', {}, token)).data as { money: unknown }).money
    await market.db.transaction().execute((tx) => post(tx, `deposit ${id}`, [{ account: 'outside', currency: 'USD', amount: -1999 }, { account: available(id), currency: 'USD', amount: 1999 }]))
    expect(await money()).toEqual({ amount: 1999, currency: 'USD', test: false })
    await market.db.transaction().execute((tx) => grantTestMoney(tx, id, 500_000, 'USD'))
    expect(await money()).toEqual({ amount: 501_999, currency: 'USD', test: true })
  })
})
