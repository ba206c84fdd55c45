import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { gunzipSync, gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { Envelope } from '#contract/envelope.ts'
import { endpoints, mutations } from '#contract/registry.ts'
import { Refusal } from '#contract/refusals.ts'
import { openTestMarket, type TestAnswer, type TestMarket, type TestPerson } from '../tests/support/market.ts'

let market: TestMarket
let person: TestPerson
let token: string
beforeAll(async () => {
  market = await openTestMarket()
  person = await market.person()
  token = await market.login(person)
}, 60_000)
afterAll(() => market.close())

const FORGED = 'A'.repeat(43)
/** Any answer that says no must be an envelope with a refusal, a text, and no inside of ours. */
function expectClear(answer: TestAnswer, code: number, reason: string): void {
  expect(answer).toMatchObject({ code, status: code >= 400 ? code : 200, data: { reason } })
  expect(Refusal.safeParse(answer.data).success).toBe(true)
  expect(answer.msg).not.toBe('')
  expect(JSON.stringify(answer)).not.toMatch(/node_modules|\.ts:|select |insert |\bat \w+ \(/i)
}

const everyCall = [
  ...Object.values(endpoints),
  ...Object.values(mutations).map((m) => ({ ...m, method: 'POST', access: 'session' })),
].map((e) => ({ path: e.path, method: e.method, access: e.access }))
const posts = everyCall.filter((c) => c.method === 'POST')

describe('hostile input', () => {
  const bodies: [string, BodyInit][] = [
    ['cut JSON', '{"v":1'],
    ['no JSON', 'hello'],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe])],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '7'],
    [
      'wrong types',
      JSON.stringify({
        id: 'x',
        v: 'x',
        email: 7,
        seq: -1,
        lines: 5,
        ids: {},
        on: 'yes',
        password: [],
        username: {},
        after: 3,
        categoryId: 'a',
        num: 1e300,
      }),
    ],
    ['deep nesting', '['.repeat(200_000)],
    ['a polluted prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'],
  ]
  it.each(bodies)('%s is answered by every call in an envelope, never with 500', async (_name, body) => {
    for (const { path } of posts) {
      const answer = await market.call(path, undefined, token, { body })
      expect(Envelope.safeParse(answer).success, path).toBe(true)
      expect(answer.status, path).toBeLessThan(500)
      if (answer.code !== 1) expectClear(answer, answer.code, (answer.data as Refusal).reason)
      if (path === endpoints['user.logout'].path) token = await market.login(person)
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('names the field that does not fit', async () => {
    expectClear(
      await market.call('/api/cart/add', { id: 1, shopId: 1, variantId: 0, num: 0, price: 1, currency: 'USD' }, token),
      422,
      'invalid',
    )
    expect((await market.call('/api/index/pro_info', { id: 'x' })).data).toEqual({
      reason: 'invalid',
      params: { path: 'id' },
    })
  })

  it('numbers beyond what the database can hold are refused, not thrown', async () => {
    for (const id of [2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      for (const [path, body] of [
        ['/api/index/pro_info', { id }],
        ['/api/index/shop_info', { id }],
        ['/api/index/reviews', { id }],
        ['/api/index/pro', { categoryId: id }],
        ['/api/index/pro', { ids: [id] }],
        ['/api/collect/set', { id, on: true }],
        ['/api/collect/clear', { ids: [id] }],
        ['/api/user/followers', { id, on: true }],
        ['/api/cart/add', { id, shopId: id, variantId: id, num: 1, price: id, currency: 'USD' }],
        ['/api/cart/clear', { lines: [{ id, shopId: id, variantId: id, num: 1 }] }],
      ] as const) {
        const answer = await market.call(path, body, token)
        expect(answer.status, path).toBeLessThan(500)
      }
    }
  })

  it('a text with a NUL, lone surrogates or a forged page key is no 500', async () => {
    for (const text of ['a\u0000b', '\ud800', 'x'.repeat(200), Buffer.from('{"a":1}').toString('base64url')]) {
      for (const [path, body] of [
        ['/api/index/pro', { after: text }],
        ['/api/index/reviews', { id: 1, after: text }],
        ['/api/user/followers_list', { after: text }],
        ['/api/user/change', { username: text.slice(0, 50) }],
        ['/api/user/login', { email: `${text.slice(0, 20)}@example.test`, password: text }],
        ['/api/cart/add', { id: 1, shopId: 1, variantId: 0, num: 1, price: 1, currency: text.slice(0, 3) }],
      ] as const) {
        expect((await market.call(path, body, token)).status, `${path} ${JSON.stringify(text)}`).toBeLessThan(500)
      }
    }
  })

  it('a body of 10 MB and a gzip bomb are too large, plain or compressed, before they unfold', async () => {
    const big = new Uint8Array(10_000_000).fill(0x20)
    expectClear(await market.call('/api/sync/push', undefined, token, { body: big }), 413, 'tooLarge')
    const bomb = gzipSync(Buffer.alloc(200_000_000, 0x20))
    expect(bomb.length).toBeLessThan(300_000)
    const before = process.memoryUsage().rss
    expectClear(
      await market.call('/api/sync/push', undefined, token, { body: bomb, headers: { 'Content-Encoding': 'gzip' } }),
      413,
      'tooLarge',
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    expectClear(
      await market.call('/api/sync/push', undefined, token, {
        body: 'no gzip',
        headers: { 'Content-Encoding': 'gzip' },
      }),
      422,
      'invalid',
    )
    expectClear(
      await market.call('/api/sync/push', undefined, token, { body: '{}', headers: { 'Content-Encoding': 'br' } }),
      422,
      'invalid',
    )
  })

  it('over a socket too', async () => {
    const server = serve({ fetch: (request, env) => market.fetch(request, env), port: 0 })
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const answer = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
      method: 'POST',
      body: new Uint8Array(10_000_000),
    })
    expect(await answer.json()).toMatchObject({ code: 413 })
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  })

  it('a push of 1,001 intents is refused whole', async () => {
    const intents = Array.from({ length: 1001 }, (_, i) => ({ seq: i + 1, name: 'x', payload: 0, createdAt: 0 }))
    expectClear(
      await market.call('/api/sync/push', { v: 1, uid: person.uid, incarnation: 'abcdefgh', now: 0, intents }, token),
      422,
      'invalid',
    )
  })

  it('unknown paths and methods are known as such', async () => {
    expectClear(await market.call('/api/nothing/here', {}), 404, 'unknownCall')
    expectClear(await market.call('/api/user/login', undefined, undefined, { method: 'GET' }), 404, 'unknownCall')
    expectClear(await market.call('/api/user/login', {}, undefined, { method: 'DELETE' }), 404, 'unknownCall')
    expectClear(await market.call('/api/index/INDEX', {}), 404, 'unknownCall')
  })
})

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
  }, 30_000)
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
  }, 30_000)

  it('let an ordinary page load and some hundred requests a minute pass', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => market.call('/api/index/category', {})))
    expect(new Set(answers.map((a) => a.code))).toEqual(new Set([1]))
  })
})
