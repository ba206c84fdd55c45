import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeExpired } from '#server/account/expired.ts'
import { available } from '#server/ledger/accounts.ts'
import { post } from '#server/ledger/ledger.ts'
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
import { giveMoney } from '../../support/market/orders.ts'

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

describe(`logging in (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('needs the right password, and does not tell which of the two was wrong', async () => {
    const { email, id } = await shop.registered()
    expect(reason(await shop.login(email.toUpperCase()))).toBe('none')
    const [wrong, nobody] = [await shop.login(email, 'incorrect horse'), await shop.login('nobody@example.test')]
    expect({ ...wrong, headers: [...wrong.headers] }).toEqual({ ...nobody, headers: [...nobody.headers] })
    expect(wrong.data).toEqual({ reason: 'wrongCredentials' })
    expect(reason(await shop.login(email, ''))).toBe('wrongCredentials')
    expect(
      await shop.market.db.selectFrom('sessions').select('user_id').where('user_id', '=', id).execute(),
    ).toHaveLength(2)
  })

  it('takes a password in any way of writing its letters', async () => {
    const email = newEmail()
    await shop.ask(email)
    await shop.register(email, codeIn(shop.mails[0]), { password: 'crème brûlée'.normalize('NFD') })
    expect(reason(await shop.login(email, 'crème brûlée'.normalize('NFC')))).toBe('none')
  })

  it('bears a hundred wrong passwords from everywhere, and lets in whoever has signed in from the same place', async () => {
    const { email } = await shop.registered()
    const home = from('198.51.100.20')
    expect(reason(await shop.login(email, 'correct horse', home))).toBe('none')
    const guesses: unknown[] = []
    for (let i = 0; i < 105; i++) guesses.push(reason(await shop.login(email, `guess ${i}`, from(`203.0.113.${i}`))))
    // The sign-in counts as well.
    expect(guesses).toEqual([...times(99, 'wrongCredentials'), ...times(6, 'tooManyAttempts')])
    expect(reason(await shop.login(email, 'correct horse', from('203.0.113.200')))).toBe('tooManyAttempts')
    expect(reason(await shop.login(email, 'correct horse', home))).toBe('none')
    // One more every ten seconds.
    shop.clock.ms += 10_000
    expect(reason(await shop.login(email, 'guess', from('203.0.113.201')))).toBe('wrongCredentials')
    expect(reason(await shop.login(email, 'guess', from('203.0.113.202')))).toBe('tooManyAttempts')
  })

  it('bears ten wrong passwords in a quarter of an hour, and locks nobody else out', async () => {
    const { email } = await shop.registered()
    const thief = from('203.0.113.66')
    for (let i = 0; i < 10; i++) expect(reason(await shop.login(email, `guess ${i}`, thief))).toBe('wrongCredentials')
    const locked = await shop.login(email, 'correct horse', thief)
    expect(locked.data).toEqual({ reason: 'tooManyAttempts', params: { seconds: 90 } })
    expect(locked.msg).toBe('Too many attempts. Try again in 90 seconds.')
    expect(reason(await shop.login(email, 'correct horse', from('203.0.113.67')))).toBe('none')
    expect(reason(await shop.login('nobody@example.test', 'guess', thief))).toBe('wrongCredentials')
    shop.clock.ms += 90_000
    expect(reason(await shop.login(email, 'guess', thief))).toBe('wrongCredentials')
    expect(reason(await shop.login(email, 'guess', thief))).toBe('tooManyAttempts')
  })

  it('bears them also at once, and for an account that does not exist', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, i) => shop.login('no.such@example.test', `guess ${i}`, from('203.0.113.70'))),
    )
    expect(guesses.map(reason).sort()).toEqual([...times(5, 'tooManyAttempts'), ...times(10, 'wrongCredentials')])
  })

  it('forgets the wrong ones after a right one', async () => {
    const { email } = await shop.registered()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++)
        expect(reason(await shop.login(email, 'guess', from('203.0.113.68')))).toBe('wrongCredentials')
      expect(reason(await shop.login(email, 'correct horse', from('203.0.113.68')))).toBe('none')
    }
  })
})

describe(`sessions (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('last for ninety days, and are then deleted', async () => {
    const { token, id } = await shop.registered()
    shop.clock.ms += 90 * DAY - 1
    expect(await shop.alive(token)).toBe(true)
    await purgeExpired(shop.market.db, shop.clock.ms)
    expect(await shop.alive(token)).toBe(true)
    shop.clock.ms += 1
    expect(reason(await shop.market.call('/api/user/index', {}, token))).toBe('sessionEnded')
    shop.clock.ms += 1
    await purgeExpired(shop.market.db, shop.clock.ms)
    expect(await shop.market.db.selectFrom('sessions').select('user_id').where('user_id', '=', id).execute()).toEqual(
      [],
    )
  })

  it('end one by one', async () => {
    const { email, token } = await shop.registered()
    const other = tokenOf(await shop.login(email))
    expect((await shop.market.call('/api/user/logout', {}, token)).data).toEqual({})
    expect([await shop.alive(token), await shop.alive(other)]).toEqual([false, true])
    expect(reason(await shop.market.call('/api/user/logout', {}, token))).toBe('sessionEnded')
  })

  it.each([
    '',
    'x',
    'A'.repeat(42),
    'A'.repeat(43),
    'A'.repeat(44),
    `${'A'.repeat(42)}=`,
    `${'A'.repeat(42)}'`,
    '../'.repeat(14),
  ])('are not opened by %j', async (token) => {
    expect(reason(await shop.market.call('/api/user/index', {}, token))).toMatch(/^(pleaseLogin|sessionEnded)$/)
  })
})

describe(`changing an account (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  const change = (token: string, what: object, init = from()) => shop.market.call('/api/user/change', what, token, init)

  it('changes what is given and leaves the rest', async () => {
    const { token, email } = await shop.registered()
    expect((await change(token, { username: ' Bo ' })).data).toMatchObject({
      userinfo: { username: 'Bo', language: 'en', email },
    })
    expect((await change(token, { language: 'ar' })).data).toMatchObject({
      userinfo: { username: 'Bo', language: 'ar' },
    })
    expect((await change(token, {})).data).toMatchObject({ userinfo: { username: 'Bo', language: 'ar' } })
    expect((await shop.market.call('/api/user/index', {}, token)).data).toMatchObject({
      userinfo: { username: 'Bo', language: 'ar' },
    })
  })

  it('changes the password with the original one, and ends every other session', async () => {
    const { token, email } = await shop.registered()
    const [phone, bystander] = [tokenOf(await shop.login(email)), await shop.registered()]
    expect(reason(await change(token, { original: 'correct horse', password: 'battery staple' }))).toBe('none')
    expect([await shop.alive(token), await shop.alive(phone), await shop.alive(bystander.token)]).toEqual([
      true,
      false,
      true,
    ])
    expect([reason(await shop.login(email)), reason(await shop.login(email, 'battery staple'))]).toEqual([
      'wrongCredentials',
      'none',
    ])
  })

  it('changes nothing without the original one', async () => {
    const { token, email } = await shop.registered()
    const phone = tokenOf(await shop.login(email))
    expect(reason(await change(token, { password: 'battery staple', username: 'Thief' }))).toBe('wrongPassword')
    expect(reason(await change(token, { original: 'guess', password: 'battery staple', username: 'Thief' }))).toBe(
      'wrongPassword',
    )
    expect((await change(token, { original: 'correct horse', password: 'short' })).data).toEqual({
      reason: 'invalid',
      params: { path: 'password' },
    })
    expect((await shop.market.call('/api/user/index', {}, phone)).data).toMatchObject({
      userinfo: { username: 'Trader' },
    })
    expect(reason(await shop.login(email))).toBe('none')
  })

  it('lets nobody guess the original one with a stolen token', async () => {
    const { token } = await shop.registered()
    for (let i = 0; i < 10; i++) await change(token, { original: 'guess', password: 'battery staple' })
    expect((await change(token, { original: 'correct horse', password: 'battery staple' })).data).toEqual({
      reason: 'tooManyAttempts',
      params: { seconds: 90 },
    })
  })

  it('lets one of two changes at once win, and no login of the old password outlive it', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, email } = await shop.registered()
      const [first, second, ...logins] = await Promise.all([
        change(token, { original: 'correct horse', password: 'battery staple' }),
        change(token, { original: 'correct horse', password: 'paper clip' }),
        ...Array.from({ length: 6 }, () => shop.login(email)),
      ])
      expect([reason(first), reason(second)].sort()).toEqual(['none', 'wrongPassword'])
      for (const answer of logins) if (reason(answer) === 'none') expect(await shop.alive(tokenOf(answer))).toBe(false)
      expect(await shop.alive(token)).toBe(true)
    }
  })
})

describe(`the profile (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('shows the money of the ledger, and marks money that is worth nothing', async () => {
    const { token, id } = await shop.registered()
    const money = async () =>
      ((await shop.market.call('/api/user/profile', {}, token)).data as { money: unknown }).money
    await shop.market.db.transaction().execute((tx) =>
      post(tx, `deposit ${id}`, [
        { account: 'outside:test', asset: 'BTC', amount: -1999n },
        { account: available(id), asset: 'BTC', amount: 1999n },
      ]),
    )
    expect(await money()).toEqual({ amount: 0, currency: 'USD', test: false, worth: 0, escrow: 0, unpaid: 0 })
    await giveMoney(shop.market.db, id, 500_000)
    const worth = 500_000
    expect(await money()).toEqual({ amount: worth, currency: 'USD', test: true, worth, escrow: 0, unpaid: 0 })
  })
})
