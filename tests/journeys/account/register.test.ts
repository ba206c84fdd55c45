import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  codeIn,
  DAY,
  from,
  newEmail,
  openAccounts,
  reason,
  times,
  tokenOf,
  type Accounts,
} from '../../support/market/accounts.ts'

let shop: Accounts
beforeAll(async () => {
  shop = await openAccounts()
})
afterAll(() => shop.market.close())
beforeEach(() => {
  shop.clock.ms += DAY
  shop.mails.length = 0
  shop.mail.broken = false
})

const another = (code: string): string => (code === '000000' ? '000001' : '000000')

describe(`registering (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('takes a code from the mailbox and signs in', async () => {
    const email = newEmail()
    expect((await shop.ask(email.toUpperCase())).data).toEqual({ seconds: 60 })
    expect(shop.mails.map((m) => m.to)).toEqual([email])
    const code = codeIn(shop.mails[0])
    expect(shop.mails[0]!.subject).toBe(`Your Caravan code: ${code}`)
    expect(shop.mails[0]!.text).toContain('It is valid for 10 minutes.')

    const answer = await shop.register(email.toUpperCase(), code, { username: '  Ana  ', language: 'zh' })
    const { userinfo } = answer.data as { userinfo: { id: string; token: string } }
    expect(userinfo).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      username: 'Ana',
      avatar: null,
      language: 'zh',
      createdAt: shop.clock.ms,
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { token, ...user } = userinfo
    expect((await shop.market.call('/api/user/index', {}, token)).data).toEqual({ userinfo: user })
    expect((await shop.market.call('/api/user/profile', {}, token)).data).toEqual({
      userinfo: user,
      bounced: null,
      operator: null,
      money: { amount: 0, currency: 'USD', test: false, worth: 0, escrow: 0, unpaid: 0 },
      coinRates: [
        { coin: 'USDT', numerator: 1, denominator: 1, at: expect.any(Number), fixed: true, state: 'payable' },
      ],
      fundPassword: false,
      recharge: expect.arrayContaining([expect.objectContaining({ coin: 'BTC', address: null })]) as unknown,
      withdraw: {
        methods: expect.arrayContaining([expect.objectContaining({ coin: 'BTC', fee: '5000' })]) as unknown,
        heldUntil: null,
        newAddressHours: 24,
      },
      invitations: { code: expect.stringMatching(/^[0-9A-F]{10}$/) as string, by: null, count: 0, invited: [] },
    })
    expect(reason(await shop.login(email))).toBe('none')
  })

  it('speaks the language of the caller', async () => {
    const email = newEmail()
    await shop.ask(email, from('198.51.100.1', 'zh-CN,zh;q=0.9'))
    expect(shop.mails[0]!.subject).toBe(`您的 Caravan 验证码：${codeIn(shop.mails[0])}`)
    const answer = await shop.register(email, codeIn(shop.mails[0]), {}, from('198.51.100.1', 'ar'))
    expect((answer.data as { userinfo: { language: string } }).userinfo.language).toBe('ar')
  })

  it('keeps neither password, token nor code', async () => {
    const email = newEmail()
    await shop.ask(email)
    const code = codeIn(shop.mails[0])
    const token = tokenOf(await shop.register(email, code))
    const rows = JSON.stringify([
      await shop.market.db.selectFrom('users').selectAll().where('email', '=', email).execute(),
      (await shop.market.db.selectFrom('sessions').selectAll().execute()).map((s) =>
        Buffer.from(s.token_hash).toString('base64url'),
      ),
      (await shop.market.db.selectFrom('email_codes').selectAll().where('email', '=', email).execute()).map((c) =>
        Buffer.from(c.code_hash).toString('latin1'),
      ),
    ])
    for (const secret of ['correct horse', token, code]) expect(rows).not.toContain(secret)
    expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  it('does not tell whether an address has an account; the mailbox does', async () => {
    const { email } = await shop.registered()
    const fresh = newEmail()
    shop.clock.ms += 60_000
    shop.mails.length = 0
    const [taken, free] = [await shop.ask(email), await shop.ask(fresh)]
    expect({ ...taken, headers: [...taken.headers] }).toEqual({ ...free, headers: [...free.headers] })
    expect(shop.mails.map((m) => [m.to, m.subject.replace(/\d{6}/, '123456')])).toEqual([
      [email, 'You already have a Caravan account'],
      [fresh, 'Your Caravan code: 123456'],
    ])
    expect(shop.mails[0]!.text).not.toMatch(/\d{6}/)
    // Guessing looks the same for both.
    for (const address of [email, fresh]) {
      const guesses: unknown[] = []
      for (let i = 0; i < 6; i++) guesses.push(reason(await shop.register(address, another(codeIn(shop.mails[1])))))
      expect(guesses).toEqual(['codeWrong', 'codeWrong', 'codeWrong', 'codeWrong', 'codeWrong', 'codeExpired'])
    }
  })

  it('mails one code a minute, however often it is asked', async () => {
    const email = newEmail()
    expect((await shop.ask(email)).data).toEqual({ seconds: 60 })
    shop.clock.ms += 20_500
    expect((await shop.ask(email)).data).toEqual({ seconds: 40 })
    const many = await Promise.all(Array.from({ length: 10 }, () => shop.ask(email)))
    expect(many.map((a) => a.data)).toEqual(times(10, { seconds: 40 }))
    expect(shop.mails).toHaveLength(1)
    shop.clock.ms += 39_500
    const first = codeIn(shop.mails[0])
    await shop.ask(email)
    expect(shop.mails).toHaveLength(2)
    const second = codeIn(shop.mails[1])
    if (first !== second) expect(reason(await shop.register(email, first))).toBe('codeWrong')
    expect(reason(await shop.register(email, second))).toBe('none')
  })

  it('sends a mailbox ten mails, then three an hour, whoever asks for them', async () => {
    const email = newEmail()
    const answers: unknown[] = []
    for (let i = 0; i < 12; i++) {
      answers.push(reason(await shop.ask(email, from(`203.0.113.${i}`))))
      shop.clock.ms += 60_000
    }
    expect(answers).toEqual([...times(10, 'none'), ...times(2, 'tooManyAttempts')])
    expect(shop.mails).toHaveLength(10)
    // Another mailbox has its own measure.
    expect(reason(await shop.ask(newEmail(), from('203.0.113.1')))).toBe('none')
    for (let i = 0; i < 6; i++) {
      shop.clock.ms += 20 * 60_000
      answers.push(reason(await shop.ask(email, from(`203.0.113.${100 + i}`))))
    }
    expect(answers.slice(12)).toEqual(times(6, 'none'))
  })

  it('mails one code also when asked many times at once for the first time', async () => {
    const email = newEmail()
    await Promise.all(Array.from({ length: 8 }, () => shop.ask(email)))
    expect(shop.mails).toHaveLength(1)
  })

  it('takes a code for ten minutes', async () => {
    const [early, late] = [newEmail(), newEmail()]
    await shop.ask(early)
    await shop.ask(late)
    shop.clock.ms += 10 * 60_000 - 1
    expect(reason(await shop.register(early, codeIn(shop.mails[0])))).toBe('none')
    shop.clock.ms += 1
    expect(reason(await shop.register(late, codeIn(shop.mails[1])))).toBe('codeExpired')
    expect(reason(await shop.register(newEmail(), '123456'))).toBe('codeExpired')
  })

  it('lets nobody guess more than five times, also not at once', async () => {
    const email = newEmail()
    await shop.ask(email)
    const code = codeIn(shop.mails[0])
    const guesses = await Promise.all(Array.from({ length: 12 }, () => shop.register(email, another(code))))
    expect(guesses.map(reason).sort()).toEqual([...times(7, 'codeExpired'), ...times(5, 'codeWrong')])
    expect(reason(await shop.register(email, code))).toBe('codeExpired')
    const wait = await shop.ask(email)
    expect(wait.data).toEqual({ reason: 'tooManyAttempts', params: { seconds: 60 } })
    shop.clock.ms += 60_000
    await shop.ask(email)
    for (let i = 0; i < 4; i++) await shop.register(email, another(codeIn(shop.mails[1])))
    expect(reason(await shop.register(email, codeIn(shop.mails[1])))).toBe('none')
  })

  it('makes one account of two registrations at once', async () => {
    const email = newEmail()
    await shop.ask(email)
    const code = codeIn(shop.mails[0])
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => shop.register(email, code, { username: `Trader ${i}` })),
    )
    expect(answers.map(reason).sort()).toEqual([
      'emailTaken',
      'emailTaken',
      'emailTaken',
      'emailTaken',
      'emailTaken',
      'none',
    ])
    expect(await shop.market.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
    expect(reason(await shop.register(email, code))).toBe('emailTaken')
  })

  it('says when the mail could not be sent, and sends the next at once', async () => {
    const email = newEmail()
    shop.mail.broken = true
    expect(reason(await shop.ask(email))).toBe('mailFailed')
    shop.mail.broken = false
    expect((await shop.ask(email)).data).toEqual({ seconds: 60 })
    expect(shop.mails).toHaveLength(1)
  })

  it('sends no more than 60 codes an hour for one address of the network', async () => {
    for (let i = 0; i < 60; i++) expect(reason(await shop.ask(newEmail(), from('198.51.100.2')))).toBe('none')
    const email = newEmail()
    expect((await shop.ask(email, from('198.51.100.2'))).data).toEqual({
      reason: 'tooManyAttempts',
      params: { seconds: 60 },
    })
    expect(reason(await shop.ask(email, from('198.51.100.3')))).toBe('none')
  })

  it.each([
    [{ password: 'short 7' }, 'password'],
    [{ username: ' ' }, 'username'],
    [{ username: 'a\u0000b' }, 'username'],
    [{ username: 'a\nb' }, 'username'],
    [{ code: '12345' }, 'code'],
    [{ code: '1234567' }, 'code'],
    [{ email: 'a@b\r\nBcc: c@d.ee' }, 'email'],
    [{ language: 'xx' }, 'language'],
  ])('does not take %j', async (more, path) => {
    expect((await shop.register(newEmail(), '123456', more)).data).toEqual({ reason: 'invalid', params: { path } })
  })
})
