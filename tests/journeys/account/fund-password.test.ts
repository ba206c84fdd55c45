import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveMoney, makeAddress, placing } from '../../support/market/orders.ts'
import { giveFactor } from '../../support/market/second-factor.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../../support/market/market.ts'

// How a fund password is set, changed and reset, and how wrong tries lock it.

let market: TestMarket
let clock = 0
beforeAll(async () => {
  market = await openTestMarket({ now: () => Date.now() + clock })
})
afterAll(() => market.close())

const NEW = 'for money only'
const reason = ({ code, data }: TestAnswer): string => (code === 1 ? 'accepted' : (data as { reason: string }).reason)

interface Member extends TestPerson {
  token: string
}

/** A person; without a fund password unless `paying`. */
async function somebody(paying = false): Promise<Member> {
  const person = await market.person()
  if (!paying) await market.db.deleteFrom('fund_passwords').where('user_id', '=', person.uid).execute()
  return { ...person, token: await market.login(person) }
}

/** An unpaid order of theirs. */
async function ordered({ uid, token }: Member): Promise<string> {
  const { shopId, ids } = await market.products(1, 100)
  await giveMoney(market.db, uid, 100_000)
  const place = await placing(market.db, shopId, await makeAddress(market.db, uid), [{ id: ids[0]!, num: 1 }])
  expect((await market.call('/api/order/place', place, token)).code).toBe(1)
  return `${place.clientOrderId}:${shopId}`
}

async function mailed({ email }: Member): Promise<string> {
  clock += 61_000
  const sent = await market.call(`/api/ems/send?email=${email}&event=fund`, undefined, undefined, { method: 'GET' })
  expect(sent.code).toBe(1)
  return /\b\d{6}\b/.exec(market.mails.findLast(({ to }) => to === email)!.text)![0]
}

const set = async ({ token }: Member, input: object): Promise<string> =>
  reason(await market.call('/api/user/fund_password', input, token))
const pay = async ({ token }: Member, id: string, password: string): Promise<string> =>
  reason(await market.call('/api/order/pay', { ids: [id], password }, token))
const isSet = async ({ token }: Member): Promise<boolean> =>
  ((await market.call('/api/user/profile', {}, token)).data as { fundPassword: boolean }).fundPassword
const mailsTo = async ({ email }: Member): Promise<string[]> => {
  await market.sendMails()
  return market.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

describe(`the fund password (${process.env['MARKET_DB'] ?? 'pglite'})`, () => {
  it('is set by the login password and a mailed code, and pays; the login password does not', async () => {
    const p = await somebody()
    const id = await ordered(p)
    expect(await isSet(p)).toBe(false)
    expect(await pay(p, id, p.password)).toBe('fundPasswordNeeded')
    expect(await set(p, { password: NEW, login: p.password, code: await mailed(p) })).toBe('accepted')
    expect(await isSet(p)).toBe(true)
    expect(await pay(p, id, p.password)).toBe('wrongFundPassword')
    expect(await pay(p, id, NEW)).toBe('accepted')
    expect(await mailsTo(p)).toContainEqual(expect.stringContaining('fund password was set'))
  })

  it('needs more than the session, the mailbox or the login password alone', async () => {
    const p = await somebody()
    const code = await mailed(p)
    expect(await set(p, { password: NEW })).toBe('codeWrong')
    expect(await set(p, { password: NEW, code })).toBe('signInAgain')
    expect(await set(p, { password: NEW, login: p.password })).toBe('codeWrong')
    expect(await set(p, { password: NEW, login: 'a wrong one', code })).toBe('wrongPassword')
    expect(await set(p, { password: NEW, login: p.password, code: code === '000000' ? '000001' : '000000' })).toBe(
      'codeWrong',
    )
    expect(await isSet(p)).toBe(false)
  })

  it('needs no login password in a session that a linked account has just begun', async () => {
    const p = await somebody()
    await market.db.updateTable('sessions').set({ social: true }).where('user_id', '=', p.uid).execute()
    const code = await mailed(p)
    expect(await set(p, { password: NEW, code })).toBe('accepted')
    clock += 11 * 60_000
    expect(await set(p, { password: 'another one', code: await mailed(p) })).toBe('signInAgain')
  })

  it('is set only once by one code', async () => {
    const p = await somebody()
    const proof = { login: p.password, code: await mailed(p) }
    const both = await Promise.all([set(p, { password: NEW, ...proof }), set(p, { password: 'another one', ...proof })])
    expect(both.toSorted()).toEqual(['accepted', 'codeExpired'])
  })

  it('is changed by the current one, which then no longer pays; the change is noted and mailed', async () => {
    const p = await somebody(true)
    const id = await ordered(p)
    expect(await set(p, { password: NEW, original: 'a wrong one' })).toBe('wrongFundPassword')
    const before = Date.now() + clock
    expect(await set(p, { password: NEW, original: p.password })).toBe('accepted')
    const { credentials_reset_at: since } = await market.db
      .selectFrom('users')
      .select('credentials_reset_at')
      .where('id', '=', p.uid)
      .executeTakeFirstOrThrow()
    expect(since!.getTime()).toBeGreaterThanOrEqual(before)
    expect(await pay(p, id, p.password)).toBe('wrongFundPassword')
    expect(await pay(p, id, NEW)).toBe('accepted')
    expect(await mailsTo(p)).toContainEqual(expect.stringContaining('fund password was changed'))
  })

  it('asks for the second factor where there is one, and keeps the mailed code until then', async () => {
    const p = await somebody(true)
    const id = await ordered(p)
    const [first, second] = await giveFactor(market.db, p, Date.now() + clock)
    const change = { password: NEW, original: p.password }
    expect(await set(p, change)).toBe('factorNeeded')
    expect(await set(p, { ...change, factor: '000000' })).toBe('codeWrong')
    expect(await set(p, { ...change, factor: first })).toBe('accepted')
    expect(await pay(p, id, p.password)).toBe('wrongFundPassword')
    const reset = { password: 'another one', login: p.password, code: await mailed(p) }
    expect(await set(p, reset)).toBe('factorNeeded')
    expect(await set(p, { ...reset, factor: first })).toBe('codeWrong')
    expect(await set(p, { ...reset, factor: second })).toBe('accepted')
    expect(await pay(p, id, 'another one')).toBe('accepted')
  })

  it('is locked for an hour by five wrong tries, which stop neither reading nor ordering', async () => {
    const p = await somebody(true)
    const id = await ordered(p)
    for (let n = 0; n < 4; n++) expect(await pay(p, id, 'a wrong one')).toBe('wrongFundPassword')
    expect(await pay(p, id, 'a wrong one')).toBe('fundPasswordLocked')
    expect(await pay(p, id, p.password)).toBe('fundPasswordLocked')
    expect(await set(p, { password: NEW, original: p.password })).toBe('fundPasswordLocked')
    expect(await mailsTo(p)).toContainEqual(expect.stringContaining('locked for an hour'))
    await ordered(p)
    clock += 3_600_000
    expect(await pay(p, id, 'a wrong one')).toBe('wrongFundPassword')
    expect(await pay(p, id, p.password)).toBe('accepted')
  })

  it('allows no extra tries to simultaneous guesses', async () => {
    const p = await somebody(true)
    const id = await ordered(p)
    const answers = await Promise.all(Array.from({ length: 12 }, () => pay(p, id, 'a wrong one')))
    expect(answers.filter((answer) => answer === 'wrongFundPassword').length).toBeLessThan(5)
    expect(answers).toContain('fundPasswordLocked')
    expect(await pay(p, id, p.password)).toBe('fundPasswordLocked')
    expect((await mailsTo(p)).filter((subject) => subject.includes('locked'))).toHaveLength(1)
  })

  it('resets the count of wrong tries after a right one', async () => {
    const p = await somebody(true)
    for (let n = 0; n < 3; n++) {
      const id = await ordered(p)
      for (let wrong = 0; wrong < 4; wrong++) expect(await pay(p, id, 'a wrong one')).toBe('wrongFundPassword')
      expect(await pay(p, id, p.password)).toBe('accepted')
    }
  })

  it('locks nobody out who pays eight times at once', async () => {
    const p = await somebody(true)
    const ids = []
    for (let n = 0; n < 8; n++) ids.push(await ordered(p))
    expect(await Promise.all(ids.map((id) => pay(p, id, p.password)))).toEqual(ids.map(() => 'accepted'))
  })

  it('can be reset while it is locked', async () => {
    const p = await somebody(true)
    const id = await ordered(p)
    for (let n = 0; n < 5; n++) await pay(p, id, 'a wrong one')
    expect(await set(p, { password: NEW, login: p.password, code: await mailed(p) })).toBe('accepted')
    expect(await pay(p, id, NEW)).toBe('accepted')
  })
})
