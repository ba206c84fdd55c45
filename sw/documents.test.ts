import { afterEach, describe, expect, it, vi } from 'vitest'
import { OLD_MS } from '#contract/freshness.ts'
import { dropOthers, keepAppearance, keepDocument, keptDocument } from './documents.ts'

const ORIGIN = 'https://market.example'
const NOW = Date.UTC(2026, 10, 22)
const isOurs = (script: string): boolean => script === '/assets/page-1.js'

/** Just enough of a Cache: answers by address, in the order in which they were put. */
function fakeCache() {
  const all = new Map<string, Response>()
  const at = (key: Request | string): string => new URL(typeof key === 'string' ? key : key.url, ORIGIN).href
  const cache = {
    match: async (key: Request | string) => all.get(at(key))?.clone(),
    put: async (key: string, answer: Response) => void all.set(at(key), answer),
    delete: async (key: Request | string) => all.delete(at(key)),
    keys: async () => [...all.keys()].map((url) => ({ url }) as Request),
  }
  return { cache: cache as unknown as Cache, addresses: () => [...all.keys()].map((url) => url.slice(ORIGIN.length)) }
}

/** A server whose document of any address is in the language that it is asked in. */
function serve({ script = '/assets/page-1.js', status = 200, appearance = 'first' } = {}) {
  const asked: string[] = []
  vi.stubGlobal('navigator', { languages: ['en-GB', 'ar'] })
  vi.stubGlobal('fetch', async (address: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    const language = headers['Accept-Language'] ?? 'en'
    asked.push(`${address} ${headers['Accept-Language'] ?? 'as the browser asks'}`)
    return new Response(`<html><body><main>${address}</main><script type="module" src="${script}"></script></body>`, {
      status,
      headers: {
        'Content-Language': language,
        'X-Currency': /currency=(\w+)/.exec(address)?.[1] ?? 'USD',
        'X-Appearance': appearance,
        'Content-Encoding': 'br',
        'Content-Security-Policy': 'x',
        Vary: 'Accept',
      },
    })
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

const keep = (cache: Cache, address: string, language = 'en', age = 'updated <22 Nov>', currency = 'USD') =>
  keepDocument(cache, { type: 'KEEP_DOCUMENT', address, language, currency, age }, isOurs, NOW)
/** A market in pounds. */
const keepOf = (cache: Cache, address: string, currency: string) =>
  keepDocument(cache, { type: 'KEEP_DOCUMENT', address, language: 'en', currency, market: 'EGP', age: '' }, isOurs, NOW)
const read = async (cache: Cache, address: string, now = NOW): Promise<string | undefined> =>
  (await keptDocument(cache, new URL(address, ORIGIN), now))?.text()

describe('documents kept by the service worker', () => {
  it('are answered under exactly their address, as what they are', async () => {
    serve()
    const { cache } = fakeCache()
    await keep(cache, '/goods?id=7')
    const kept = await keptDocument(cache, new URL('/goods?id=7', ORIGIN), NOW)
    expect(await kept!.text()).toContain('<main>/goods?id=7</main>')
    expect([...kept!.headers.keys()].sort()).toEqual([
      'content-language',
      'content-security-policy',
      'content-type',
      'x-appearance',
      'x-currency',
      'x-kept-at',
    ])
    for (const other of ['/goods?id=8', '/goods', '/goods?id=7&x=1', '/'])
      expect(await read(cache, other)).toBe(undefined)
  })

  it('say their age from ten minutes on, and not as HTML', async () => {
    serve()
    const { cache } = fakeCache()
    await keep(cache, '/')
    const shown = '<body><p id="kept-document-age">updated &#60;22 Nov&#62;</p><main>'
    expect(await read(cache, '/', NOW + OLD_MS)).not.toContain(shown)
    expect(await read(cache, '/', NOW + OLD_MS + 1)).toContain(shown)
  })

  it('are in the language of the device, asked for by name where the browser would ask otherwise', async () => {
    const asked = serve()
    const { cache, addresses } = fakeCache()
    await keep(cache, '/')
    await keep(cache, '/product', 'ar')
    expect(asked).toEqual(['/ as the browser asks', '/product ar'])
    expect(addresses()).toEqual(['/product'])
    await dropOthers(cache, { 'Content-Language': 'en' })
    expect(addresses()).toEqual([])
  })

  it('are in the currency of the device, under the address without it; others are dropped', async () => {
    const asked = serve()
    const { cache, addresses } = fakeCache()
    await keep(cache, '/')
    await keep(cache, '/goods?id=7', 'en', 'now', 'EUR')
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['/', '/goods?id=7&currency=EUR'])
    expect(addresses()).toEqual(['/goods?id=7'])
    await keep(cache, '/', 'en', 'now', 'USD')
    expect(addresses()).toEqual(['/'])
  })

  it('are asked for by currency where that is not the market’s own', async () => {
    const asked = serve()
    const { cache, addresses } = fakeCache()
    await keepOf(cache, '/goods?id=7', 'USD')
    await keepOf(cache, '/', 'EGP')
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['/goods?id=7&currency=USD', '/'])
    // This server is in dollars still: what it answers is not what was asked for.
    expect(addresses()).toEqual([])
  })

  it.each([
    ['of another version of the app', { script: '/assets/page-2.js' }],
    ['that does not exist', { status: 404 }],
  ])('are none %s', async (_, answer) => {
    serve(answer)
    const { cache, addresses } = fakeCache()
    await keep(cache, '/')
    expect(addresses()).toEqual([])
  })

  it('are at most twelve, the youngest, and files are not counted', async () => {
    serve()
    const { cache, addresses } = fakeCache()
    await cache.put('/assets/page-1.js', new Response(''))
    for (let id = 1; id <= 12; id++) await keep(cache, `/goods?id=${id}`)
    await keep(cache, '/goods?id=1')
    await keep(cache, '/')
    const left = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1].map((id) => `/goods?id=${id}`)
    expect(addresses()).toEqual(['/assets/page-1.js', ...left, '/'])
  })

  it('and the shell are of the market as it looks: others are dropped, and the shell comes anew', async () => {
    const asked = serve()
    const { cache, addresses } = fakeCache()
    const shell = '/index.html?__WB_REVISION__=1'
    await cache.put(shell, await fetch('/index.html'))
    await keep(cache, '/')
    const look = async () => (await cache.match(shell))!.headers.get('X-Appearance')
    await keepAppearance(cache, 'first', shell, isOurs)
    expect([asked.length, addresses(), await look()]).toEqual([2, [shell, '/'], 'first'])

    serve({ appearance: 'second' })
    await keepAppearance(cache, 'second', shell, isOurs)
    expect([addresses(), await look()]).toEqual([[shell], 'second'])

    // The server has a newer version of the app by now: its shell would load scripts that are not here.
    serve({ appearance: 'third', script: '/assets/page-2.js' })
    await keepAppearance(cache, 'third', shell, isOurs)
    expect(await look()).toBe('second')
    serve({ appearance: 'third', status: 500 })
    await keepAppearance(cache, 'third', shell, isOurs)
    expect(await look()).toBe('second')
  })
})
