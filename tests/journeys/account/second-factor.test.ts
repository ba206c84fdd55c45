import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket, type TestPerson } from '../../support/market/market.ts'

// The second factor: set up with the password, proven in a session, asked at sign-in, each code good once.

let market: TestMarket
let person: TestPerson
let token: string
let at = Date.now()
let secret = ''
let recovery: string[] = []
beforeAll(async () => {
  market = await openTestMarket({ now: () => at })
  person = await market.person()
  token = await market.login(person)
})
afterAll(() => market.close())

const codeAt = (time = at) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })
const ask = (name: string, input: object, by = token) => market.call(`/api/factor/${name}`, input, by)
const login = (factor?: string) =>
  market.call('/api/user/login', { email: person.email, password: person.password, ...(factor && { factor }) })
/** Time passes, so that there is another code and wrong ones are forgotten. */
const wait = () => {
  at += 700_000
}

describe('a second factor', () => {
  it('is set up by whoever knows the password, and holds from its first code on', async () => {
    expect(await ask('begin', { password: 'not it' })).toMatchObject({ data: { reason: 'wrongPassword' } })
    const begun = (await ask('begin', { password: person.password })).data as { secret: string; uri: string }
    secret = begun.secret
    expect(new URL(begun.uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' })
    const kept = await market.db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()
    expect(kept.secret).not.toContain(secret)
    // Until then nobody is asked for it.
    expect(await login()).toMatchObject({ code: 1 })
    expect(await ask('confirm', { code: '000000' })).toMatchObject({ data: { reason: 'codeWrong' } })
    const done = await ask('confirm', { code: codeAt() })
    recovery = (done.data as { recovery: string[] }).recovery
    expect(recovery).toHaveLength(10)
    expect(await ask('state', {})).toMatchObject({ data: { enrolled: true, recovery: 10 } })
    // Nobody with a session alone puts another in its place.
    expect(await ask('begin', { password: person.password })).toMatchObject({ data: { reason: 'factorNeeded' } })
  })

  it('takes each code once, and those of the minute alone', async () => {
    expect(await ask('prove', { code: codeAt() })).toMatchObject({ data: { reason: 'codeUsed' } })
    wait()
    expect(await ask('prove', { code: codeAt(at - 120_000) })).toMatchObject({ data: { reason: 'codeWrong' } })
    expect(await ask('prove', { code: codeAt(at - 30_000) })).toMatchObject({ code: 1 })
    expect(await ask('prove', { code: codeAt(at - 30_000) })).toMatchObject({ data: { reason: 'codeUsed' } })
    const [one, two] = await Promise.all([ask('prove', { code: codeAt() }), ask('prove', { code: codeAt() })])
    expect([one.code, two.code].sort()).toEqual([0, 1])
  })

  it('is asked at sign-in, after the password and not before', async () => {
    wait()
    const wrong = await market.call('/api/user/login', { email: person.email, password: 'not it' })
    expect(wrong).toMatchObject({ data: { reason: 'wrongCredentials' } })
    expect(await login()).toMatchObject({ code: 403, data: { reason: 'factorNeeded' } })
    expect(await login('000000')).toMatchObject({ data: { reason: 'codeWrong', params: { of: 'factor' } } })
    expect(await login(codeAt())).toMatchObject({ code: 1 })
    expect(await login(codeAt())).toMatchObject({ data: { reason: 'codeUsed' } })
  })

  it('is asked of a new password by mail, too: a mailbox alone opens nothing', async () => {
    wait()
    await market.call(`/api/ems/send?email=${person.email}&event=resetpwd`, undefined, undefined, { method: 'GET' })
    const code = /\d{6}/.exec(market.mails.at(-1)!.text)![0]
    const reset = (factor?: string) =>
      market.call('/api/user/resetpwd', {
        email: person.email,
        code,
        password: 'another long one',
        ...(factor && { factor }),
      })
    expect(await reset()).toMatchObject({ data: { reason: 'factorNeeded' } })
    expect(await login(codeAt(at - 30_000))).toMatchObject({ code: 1 })
    const done = await reset(codeAt())
    expect(done).toMatchObject({ code: 1 })
    person.password = 'another long one'
    token = (done.data as { userinfo: { token: string } }).userinfo.token
  })

  it('is opened by each recovery code once, however it is typed', async () => {
    wait()
    expect(await login(recovery[0]!.toLowerCase().replaceAll('-', ' '))).toMatchObject({ code: 1 })
    expect(await login(recovery[0])).toMatchObject({ data: { reason: 'codeWrong' } })
    expect(await ask('state', {})).toMatchObject({ data: { recovery: 9 } })
  })

  it('bears few wrong codes, and then the right one waits, too', async () => {
    wait()
    for (let i = 0; i < 6; i++) await ask('prove', { code: '000000' })
    expect(await ask('prove', { code: codeAt() })).toMatchObject({ code: 429, data: { reason: 'tooManyAttempts' } })
    wait()
    expect(await ask('prove', { code: codeAt() })).toMatchObject({ code: 1 })
  })

  it('goes by one more code, and leaves nothing', async () => {
    wait()
    expect(await ask('end', { code: '000000' })).toMatchObject({ data: { reason: 'codeWrong' } })
    expect(await ask('end', { code: codeAt() })).toMatchObject({ code: 1 })
    expect(await login()).toMatchObject({ code: 1 })
    expect(await market.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
    const { rows } = { rows: await market.db.selectFrom('audit_log').select(['what', 'after']).execute() }
    expect(rows.map((row) => row.what)).toEqual(['factor.enrol', 'factor.end'])
  })
})
