import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { everyCall, expectClear } from '../tests/support/market/every-call.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../tests/support/market/market.ts'

let market: TestMarket
let person: TestPerson
let token: string
beforeAll(async () => {
  market = await openTestMarket()
  person = await market.person()
  token = await market.login(person)
})
afterAll(() => market.close())

const FORGED = 'A'.repeat(43)
describe('tokens', () => {
  const guarded = everyCall.filter((c) => c.access === 'session')
  const ask = (path: string, method: string, with_?: string) =>
    market.call(path, method === 'GET' ? undefined : {}, with_, { method })

  it('missing, forged and malformed ones are told apart from live ones on every guarded call', async () => {
    for (const { path, method } of guarded) {
      expectClear(await ask(path, method), 401, 'pleaseLogin')
      for (const bad of [FORGED, 'x', '../../etc', 'ä'.normalize('NFC').replace('ä', 'a'.repeat(5000))])
        expectClear(await ask(path, method, bad), 401, 'sessionEnded')
    }
    expectClear(await market.call('/api/sync/poke', undefined, FORGED, { method: 'GET' }), 401, 'sessionEnded')
  })

  it('an expired one has ended', async () => {
    const old = await market.login(person)
    await market.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('token_hash', '=', createHash('sha256').update(old).digest())
      .execute()
    expectClear(await market.call('/api/user/index', {}, old), 401, 'sessionEnded')
  })

  it('one that has ended does not keep anybody from browsing', async () => {
    expect(await market.call('/api/index/category', {}, FORGED)).toMatchObject({ code: 1 })
  })
})

describe('every answer', () => {
  it("speaks the caller's language", async () => {
    const texts = await Promise.all(
      ['en', 'zh-CN,zh;q=0.9', 'ar', 'xx', ''].map(
        async (language) =>
          (await market.call('/api/user/index', {}, undefined, { headers: { 'Accept-Language': language } })).msg,
      ),
    )
    expect(texts[0]).toBe('Please login first')
    expect(new Set(texts.slice(0, 3)).size).toBe(3)
    expect(texts.slice(3)).toEqual([texts[0], texts[0]])
  })

  it('carries the security headers, also when it is a mistake', async () => {
    for (const path of ['/api/index/category', '/api/none', '/somewhere']) {
      const { headers } = await market.fetch(new Request(`http://market${path}`, { method: 'POST', body: '{}' }))
      expect(headers.get('Content-Security-Policy'), path).toContain("require-trusted-types-for 'script'")
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    }
  })

  it('that came by TLS asks for nothing else from now on; one that did not says nothing of it', async () => {
    const hsts = async (headers: Record<string, string>) =>
      (await market.call('/api/index/category', {}, undefined, { headers })).headers.get('Strict-Transport-Security')
    expect(await hsts({ 'X-Forwarded-Proto': 'https' })).toMatch(/^max-age=\d{8}/)
    expect(await hsts({ 'X-Forwarded-Proto': 'http, HTTPS' })).not.toBeNull()
    expect(await hsts({ 'X-Forwarded-Proto': 'http' })).toBeNull()
    expect(await hsts({})).toBeNull()
  })

  it('is compressed for those who can read that, when it is worth it', async () => {
    await market.products(30)
    const ask = async (path: string) =>
      market.fetch(
        new Request(`http://market${path}`, { method: 'POST', body: '{}', headers: { 'Accept-Encoding': 'gzip, br' } }),
      )
    for (let again = 0; again < 2; again++) {
      const list = await ask('/api/index/pro')
      expect(list.headers.get('Content-Encoding')).toBe('gzip')
      const bytes = Buffer.from(await list.arrayBuffer())
      expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ code: 1 })
      expect(list.headers.get('Content-Security-Policy')).not.toBeNull()
    }
    expect((await ask('/api/user/index')).headers.get('Content-Encoding')).toBeNull()
  })

  it('fits its contract', async () => {
    const home = await market.call('/api/index/index', {})
    expect(z.safeParse(endpoints['catalogue.home'].output, home.data).success).toBe(true)
    const profile = await market.call('/api/user/profile', {}, token)
    expect(endpoints['user.profile'].output.safeParse(profile.data)).toMatchObject({
      success: true,
      data: { money: { amount: 0, currency: 'USD', test: false } },
    })
  })

  it('to a bug is an envelope without its inside, and the log has the address but nothing that was sent', async () => {
    const broken = await openTestMarket()
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const live = await broken.login(await broken.person())
    await broken.db.schema.dropTable('feeds').execute()
    expectClear(
      await broken.call('/api/sync/pull?cursor=0&incarnation=secretish1', undefined, live, { method: 'GET' }),
      500,
      'requestFailed',
    )
    const log = logged.mock.calls
      .flat()
      .map((part) => (part instanceof Error ? `${part.stack}` : String(part)))
      .join('\n')
    expect(log).toContain('GET /api/sync/pull')
    for (const secret of [live, 'secretish1']) expect(log).not.toContain(secret)
    logged.mockRestore()
    await broken.close()
  })
})

describe('limits', () => {
  it('stop an address that asks too much without a session, say until when, and leave the others alone', async () => {
    const strict = await openTestMarket({
      anonymous: { capacity: 5, refillPerSecond: 1, maxKeys: 10 },
      trustProxy: true,
    })
    const ask = (from: string) =>
      strict.call('/api/index/category', {}, undefined, { headers: { 'X-Forwarded-For': from } })
    for (let i = 0; i < 5; i++) expect((await ask('10.0.0.1')).code).toBe(1)
    const stopped = await ask('1.2.3.4, 10.0.0.1')
    expectClear(stopped, 429, 'tooManyAttempts')
    expect(Number(stopped.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await ask('10.0.0.2')).code).toBe(1)
    await strict.close()
  })

  it('let an ordinary page load and some hundred requests a minute pass', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => market.call('/api/index/category', {})))
    expect(new Set(answers.map((a) => a.code))).toEqual(new Set([1]))
  })
})
