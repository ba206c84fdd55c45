import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Envelope } from '#contract/wire/schema-envelope.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
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
        ['/api/list/put', { id: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90', name: text.slice(0, 50) }],
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
      'unreadable',
    )
    expectClear(
      await market.call('/api/sync/push', undefined, token, { body: '{}', headers: { 'Content-Encoding': 'br' } }),
      422,
      'unreadable',
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
