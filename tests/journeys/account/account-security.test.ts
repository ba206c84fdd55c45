import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'
import { giveFactor } from '../../support/market/second-factor.ts'

// A session alone changes nothing of what opens an account, and its owner hears of every change by mail.

let market: TestMarket
let person: TestPerson
let token: string
let at = Date.now()
beforeAll(async () => {
  market = await openTestMarket({ now: () => at })
})
afterAll(() => market.close())
beforeEach(async () => {
  person = await market.person()
  token = await market.login(person)
})

/** The subjects of the mails that the person gets now. */
async function subjects(): Promise<string[]> {
  await market.sendMails()
  return market.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)
}
const change = (input: object) => market.call('/api/user/change', input, token)
const remove = (input: object) => market.call('/api/user/delete', input, token)
const resetAt = async () =>
  (
    await market.db
      .selectFrom('users')
      .select('credentials_reset_at')
      .where('id', '=', person.uid)
      .executeTakeFirstOrThrow()
  ).credentials_reset_at

describe('an account with a second factor', () => {
  it('asks for it before a new password', async () => {
    const [code] = await giveFactor(market.db, person, at)
    const [original, password] = [person.password, 'another long one']
    expect(await change({ original: 'not it', password })).toMatchObject({ data: { reason: 'wrongPassword' } })
    expect(await change({ original, password })).toMatchObject({ code: 403, data: { reason: 'factorNeeded' } })
    expect(await change({ original, password, factor: '000000' })).toMatchObject({
      data: { reason: 'codeWrong', params: { of: 'factor' } },
    })
    expect((await market.call('/api/user/login', { email: person.email, password })).code).not.toBe(1)
    expect(await change({ original, password, factor: code })).toMatchObject({ code: 1 })
    expect(await market.call('/api/user/login', { email: person.email, password })).toMatchObject({
      data: { reason: 'factorNeeded' },
    })
    // A name is no key to the account.
    expect(await change({ username: 'Ada' })).toMatchObject({ code: 1 })
  })

  it('asks for it before it is deleted', async () => {
    const [code] = await giveFactor(market.db, person, at)
    const { password } = person
    expect(await remove({ password })).toMatchObject({ code: 403, data: { reason: 'factorNeeded' } })
    expect(await remove({ password, factor: '000000' })).toMatchObject({ data: { params: { of: 'factor' } } })
    expect((await market.call('/api/user/index', {}, token)).code).toBe(1)
    expect(await remove({ password, factor: code })).toMatchObject({ code: 1 })
  })

  it('lets its owner’s session prove it while somebody guesses at the log-in', async () => {
    const [code] = await giveFactor(market.db, person, at)
    const guess = () =>
      market.call('/api/user/login', { email: person.email, password: person.password, factor: '000000' })
    for (let i = 0; i < 6; i++) expect(await guess()).toMatchObject({ data: { reason: 'codeWrong' } })
    expect(await guess()).toMatchObject({ data: { reason: 'tooManyAttempts' } })
    expect(await market.call('/api/factor/prove', { code }, token)).toMatchObject({ code: 1 })
  })
})

describe('the owner of an account hears by mail', () => {
  it('of a new password, in their language, with the device that set it', async () => {
    await change({ language: 'zh' })
    await market.call('/api/user/change', { original: person.password, password: 'another long one' }, token, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0' },
    })
    expect(await subjects()).toEqual(['您的 Caravan 密码已修改'])
    expect(market.mails.at(-1)!.text).toContain('Firefox')
    expect((await resetAt())!.getTime()).toBe(at)
  })

  it('of a password that was reset by mail', async () => {
    await market.call(`/api/ems/send?email=${person.email}&event=resetpwd`, undefined, undefined, { method: 'GET' })
    const code = /\d{6}/.exec(market.mails.at(-1)!.text)![0]
    const reset = await market.call('/api/user/resetpwd', { email: person.email, code, password: 'another long one' })
    expect(reset.code).toBe(1)
    expect((await subjects()).at(-1)).toBe('Your Caravan password was reset by email')
    expect((await resetAt())!.getTime()).toBe(at)
  })

  it('of a second factor that is added, and of one that is removed', async () => {
    const { data } = await market.call('/api/factor/begin', { password: person.password }, token)
    const code = () =>
      new TOTP({ secret: Secret.fromBase32((data as { secret: string }).secret) }).generate({ timestamp: at })
    expect(await market.call('/api/factor/confirm', { code: code() }, token)).toMatchObject({ code: 1 })
    at += 60_000
    expect(await market.call('/api/factor/end', { code: code() }, token)).toMatchObject({ code: 1 })
    expect(await subjects()).toEqual([
      'A second factor now protects your Caravan account',
      'Your Caravan account no longer has a second factor',
    ])
    expect((await resetAt())!.getTime()).toBe(at)
  })

  it('of its end, though nothing else of them is left', async () => {
    const { email, password } = person
    expect(await remove({ password })).toMatchObject({ code: 1 })
    expect(await subjects()).toEqual(['Your Caravan account was deleted'])
    const waiting = await market.db.selectFrom('mails').select('id').where('address', '=', email).execute()
    expect(waiting).toEqual([])
  })

  it('not of what was refused', async () => {
    await change({ original: 'not it', password: 'another long one' })
    await remove({ password: 'not it' })
    expect(await subjects()).toEqual([])
  })
})
