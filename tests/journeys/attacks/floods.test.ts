import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  codeIn,
  DAY,
  from,
  newEmail,
  openAccounts,
  PASSWORD,
  reason,
  times,
  type Accounts,
} from '../../support/market/accounts.ts'
import { giveFundPassword } from '../../support/market/fund-password.ts'

// A client that floods the market is held up; an honest person beside it, at the same address or on the same account,
// gets through. Requests that cannot be told apart from the flood are held up with it: those of a neighbour behind one
// address who guesses at the very same account, and a first login while thousands of addresses guess at once. A person
// who is signed in feels neither.

let shop: Accounts
let honest: { email: string; token: string; id: string }
beforeAll(async () => {
  shop = await openAccounts()
})
afterAll(() => shop.market.close())
beforeEach(async () => {
  shop.clock.ms += DAY
  shop.mails.length = 0
  honest = await shop.registered()
})
const on = process.env['MARKET_DB'] ?? 'pglite'
const call = (path: string, body: object, token?: string, init: RequestInit = {}) =>
  shop.market.call(path, body, token, init)
const push = (uid: string, token: string, incarnation: string, from: number, count: number, id: number) =>
  call(
    '/api/sync/push',
    {
      v: 1,
      uid,
      incarnation,
      now: 0,
      intents: Array.from({ length: count }, (_, i) => ({
        seq: from + i,
        name: 'favourite.set',
        payload: { id, on: i % 2 === 0 },
        createdAt: 0,
      })),
    },
    token,
  )

describe(`a person who pushes without end (${on})`, () => {
  it('does not keep another waiting behind all of it', async () => {
    const { ids } = await shop.market.products(1)
    const flooder = await shop.registered()
    let done = 0
    const flood = Array.from({ length: 8 }, (_, i) =>
      push(flooder.id, flooder.token, `flood${i}abc`, 1, 250, ids[0]!).then((answer) => {
        done++
        return answer
      }),
    )
    // The honest person comes behind all of them.
    expect(reason(await push(honest.id, honest.token, 'honest01', 1, 1, ids[0]!))).toBe('none')
    const before = done
    expect((await Promise.all(flood)).map(reason)).toEqual(times(8, 'none'))
    expect(before).toBeLessThan(5)
  })

  it('has few of their pushes in memory at a time, and may send the others later', async () => {
    const { ids } = await shop.market.products(1)
    const flooder = await shop.registered()
    const flood = Array.from({ length: 50 }, (_, i) => push(flooder.id, flooder.token, `many${i}abcd`, 1, 30, ids[0]!))
    expect(reason(await call('/api/user/index', {}, flooder.token))).toBe('none')
    expect(reason(await push(honest.id, honest.token, 'honest04', 1, 1, ids[0]!))).toBe('none')
    const answers = await Promise.all(flood)
    const away = answers.filter((a) => a.status === 429)
    for (const answer of away)
      expect([reason(answer), answer.headers.get('Retry-After')]).toEqual(['tooManyAttempts', '1'])
    // Eight, and those that came when one of these had ended.
    expect(away.length).toBeGreaterThan(30)
    expect(answers.filter((a) => reason(a) === 'none')).toHaveLength(50 - away.length)
    expect(away.length).toBeLessThanOrEqual(42)
    expect(reason(await push(flooder.id, flooder.token, 'many9abcd', 1, 30, ids[0]!))).toBe('none')
  })

  it('is told when to go on, and keeps neither another person nor another device of their own from pushing', async () => {
    const { ids } = await shop.market.products(1)
    const other = (await shop.login(honest.email)).data as { userinfo: { token: string } }
    const answers: string[] = []
    let throttled: Awaited<ReturnType<typeof call>> | undefined
    for (let i = 0; i < 80 && !throttled; i++) {
      const batch = await Promise.all(Array.from({ length: 50 }, () => call('/api/user/index', {}, honest.token)))
      answers.push(...batch.map((a) => String(reason(a))))
      throttled = batch.find((a) => reason(a) === 'tooManyAttempts')
    }
    expect(answers.filter((a) => a === 'none').length).toBeGreaterThan(1000)
    expect(throttled?.status).toBe(429)
    expect(Number(throttled?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(reason(await push(honest.id, honest.token, 'honest02', 1, 1, ids[0]!))).toBe('tooManyAttempts')
    expect(reason(await push(honest.id, other.userinfo.token, 'honest03', 1, 1, ids[0]!))).toBe('none')
    const somebody = await shop.registered()
    expect(reason(await push(somebody.id, somebody.token, 'somebody', 1, 1, ids[0]!))).toBe('none')
    shop.clock.ms += 2000
    expect(reason(await push(honest.id, honest.token, 'honest02', 1, 1, ids[0]!))).toBe('none')
  })

  it('pays for what is in a push, not only for each', async () => {
    const { ids } = await shop.market.products(1)
    const answers: unknown[] = []
    for (let i = 0; i < 400 && !answers.includes('tooManyAttempts'); i++)
      answers.push(
        reason(
          await call(
            '/api/sync/push',
            {
              v: 1,
              uid: honest.id,
              incarnation: `bulk${i}abcd`,
              now: 0,
              intents: times(1000, 0).map((_, n) => ({ seq: n + 1, name: 'no.such', payload: ids, createdAt: 0 })),
            },
            honest.token,
          ),
        ),
      )
    expect(answers.at(-1)).toBe('tooManyAttempts')
    // Ten thousand intents of one device that was long away go in one go.
    expect(answers.length).toBeGreaterThan(50)
  })

  it('pays for the bytes of a push, of which a compressed one says little', async () => {
    const body = gzipSync(
      JSON.stringify({
        v: 1,
        uid: honest.id,
        incarnation: 'wholemegabyte',
        now: 0,
        intents: [{ seq: 1, name: 'no.such', payload: 'x'.repeat(990_000), createdAt: 0 }],
      }),
    )
    expect(body.byteLength).toBeLessThan(2000)
    const answers: unknown[] = []
    for (let i = 0; i < 200 && !answers.includes('tooManyAttempts'); i++)
      answers.push(
        reason(await call('/api/sync/push', {}, honest.token, { body, headers: { 'Content-Encoding': 'gzip' } })),
      )
    expect(answers.at(-1)).toBe('tooManyAttempts')
    expect(answers.length).toBeLessThan(90)
    // Ten full pushes of one device that was long away go in one go.
    expect(answers.length).toBeGreaterThan(50)
  })

  it('unfolds no large body, whatever it is for', async () => {
    const body = gzipSync(JSON.stringify({ more: 'x'.repeat(990_000) }))
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        call('/api/user/index', {}, honest.token, { body, headers: { 'Content-Encoding': 'gzip' } }),
      ),
    )
    // Only a push may be so large: none of them unfolds, nor is more than its beginning read.
    expect(answers.filter((a) => ![413, 429].includes(a.status))).toEqual([])
    expect(reason(await call('/api/user/index', {}, honest.token))).toBe('none')
  })

  it('cannot open streams without end: the oldest is closed', async () => {
    const streams = await Promise.all(
      Array.from({ length: 30 }, () =>
        shop.market.fetch(new Request('http://market/api/sync/poke', { headers: { token: honest.token } })),
      ),
    )
    const readers = streams.map((s) => s.body!.getReader())
    const ended = await Promise.all(
      readers.map(async (r) => {
        await r.read()
        return Promise.race([
          r.read().then(({ done }) => done),
          new Promise<boolean>((open) => {
            setTimeout(() => open(false), 50)
          }),
        ])
      }),
    )
    expect(ended.filter(Boolean)).toHaveLength(10)
    expect(ended.at(-1)).toBe(false)
    await Promise.all(readers.map((r) => r.cancel()))
  })
})

describe(`guesses at passwords (${on})`, () => {
  it('from one address, at ever other accounts, keep nobody elsewhere from signing in', async () => {
    const flood = Array.from({ length: 250 }, (_, i) =>
      shop.login(`nobody${i}@example.test`, 'guess', from('203.0.113.80')),
    )
    expect(reason(await shop.login(honest.email, PASSWORD, from('203.0.113.81')))).toBe('none')
    const reasons = (await Promise.all(flood)).map(reason)
    expect(new Set(reasons)).toEqual(new Set(['wrongCredentials', 'busy']))
  })

  it('from many addresses keep nobody who is signed in from paying', async () => {
    const flood = Array.from({ length: 250 }, (_, i) => shop.login(honest.email, 'guess', from(`198.18.${i}.1`)))
    const ids = [`${randomUUID()}:1`]
    await giveFundPassword(shop.market.db, honest.id)
    expect(reason(await call('/api/order/pay', { ids, password: PASSWORD }, honest.token))).toBe('orderGone')
    expect(
      reason(await call('/api/user/change', { original: PASSWORD, password: 'quite another one' }, honest.token)),
    ).toBe('none')
    await Promise.all(flood)
  })

  it('are counted by address also for who brings a live token', async () => {
    const flooder = await shop.registered()
    const answers: unknown[] = []
    for (let i = 0; i < 16; i++)
      answers.push(
        ...(
          await Promise.all(
            Array.from({ length: 100 }, () =>
              call('/api/user/login', { email: 'no' }, flooder.token, from('203.0.113.82')),
            ),
          )
        ).map(reason),
      )
    expect(answers).toContain('tooManyAttempts')
  })

  it('are not kept out by somebody at the same address who only reads without end', async () => {
    const answers: unknown[] = []
    for (let i = 0; i < 14; i++)
      answers.push(
        ...(
          await Promise.all(
            Array.from({ length: 100 }, () => call('/api/index/category', {}, undefined, from('203.0.113.83'))),
          )
        ).map(reason),
      )
    expect(answers).toContain('tooManyAttempts')
    expect(reason(await shop.login(honest.email, PASSWORD, from('203.0.113.83')))).toBe('none')
    expect(reason(await call('/api/user/profile', {}, honest.token, from('203.0.113.83')))).toBe('none')
  })
})

describe(`guesses at codes (${on})`, () => {
  const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it("from elsewhere use up nobody's tries", async () => {
    const email = newEmail()
    await shop.ask(email, from('203.0.113.90'))
    const code = codeIn(shop.mails.at(-1))
    const guesses: unknown[] = []
    for (let i = 0; i < 12; i++) guesses.push(reason(await shop.register(email, wrong(code), {}, from('203.0.113.91'))))
    expect(guesses).toEqual([...times(5, 'codeWrong'), ...times(7, 'codeExpired')])
    expect(reason(await shop.register(email, code, {}, from('203.0.113.90')))).toBe('none')
  })

  it('are few enough from all the world together', async () => {
    const email = newEmail()
    await shop.ask(email)
    const code = codeIn(shop.mails.at(-1))
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => shop.register(email, wrong(code), {}, from(`198.19.${i}.1`))),
    )
    expect(guesses.map(reason).filter((r) => r === 'codeWrong')).toHaveLength(50)
    expect(reason(await shop.register(email, code, {}, from('203.0.113.92')))).toBe('codeExpired')
  })
})
