import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { locales } from '#contract/locales.ts'
import { BUILT_PAGE } from '#server/market.ts'
import { openTestMarket, type TestMarket } from '../support/market.ts'

// A document is the same from every server and in every browser: nothing in it is written by Intl, whose tables differ,
// nor by a clock or a time zone.

const names = [
  'NumberFormat',
  'DateTimeFormat',
  'RelativeTimeFormat',
  'ListFormat',
  'DisplayNames',
  'Collator',
] as const
const intl = names.map((name) => [name, Object.getOwnPropertyDescriptor(Intl, name)!] as const)
const zone = process.env['TZ']
let clock = Date.UTC(2026, 10, 20, 23, 30)
let market: TestMarket
let screens: string[]
let area: string | null

beforeAll(async () => {
  // Before the first rendering, so that no formatter has been made and kept.
  for (const name of names)
    Object.defineProperty(Intl, name, {
      configurable: true,
      value: function poisoned(): never {
        throw new Error(`Intl.${name} in a document`)
      },
    })
  market = await openTestMarket({ page: BUILT_PAGE, demo: () => {}, now: () => clock })
  const review = await market.db.selectFrom('reviews').select('product_id').executeTakeFirstOrThrow()
  const store = await market.db
    .selectFrom('stores')
    .select(['id', 'area'])
    .where('area', 'is not', null)
    .executeTakeFirstOrThrow()
  area = store.area
  screens = [
    '/',
    '/product',
    `/product?sort=priceUp&from=100&to=90000&min=20&area=${store.area}`,
    '/category/1',
    `/goods?id=${review.product_id}`,
    `/store/${store.id}`,
    '/search',
    '/search?q=lamp',
    '/search?q=a&in=stores',
  ]
}, 60_000)
afterAll(async () => {
  for (const [name, before] of intl) Object.defineProperty(Intl, name, before)
  await market.close()
})

/** A document with its first screen; asked for again where this machine was too busy to render it in its time. */
async function documentOf(path: string, language: string): Promise<string> {
  for (let n = 0; ; n++) {
    const answer = await market.fetch(new Request(`http://market${path}`, { headers: { 'Accept-Language': language } }))
    const html = await answer.text()
    if (html.includes('id="document-data"')) return html
    expect(n, `${path} in ${language} is not rendered`).toBeLessThan(10)
  }
}

it('every document is rendered without Intl', async () => {
  for (const { code } of locales)
    for (const path of screens) {
      const html = await documentOf(path, code)
      expect(html, path).toMatch(/<main[\s\S]*href="\/(goods|store|category)/)
      // Countries by their codes.
      if (/^.store|area=/.test(path)) expect(html, path).toMatch(new RegExp(`[ ：>]${area}(<|发货)`))
      if (path.startsWith('/goods')) expect(html).toMatch(/<time dateTime="[^"]+">\u00a0<\/time>/i)
    }
})

const PRICE = 'a price that cannot be'

it('a screen of which a part throws is answered with the shell, and the log says so', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { min } = Math
  vi.spyOn(Math, 'min').mockImplementation((...numbers) => {
    if (new Error().stack?.includes('PriceRange')) throw new Error(PRICE)
    return min(...numbers)
  })
  try {
    // Where this machine is too busy, rendering is given up before anything throws.
    let html = ''
    const isDecided = () => html.includes('id="document-data"') || errors.mock.calls.flat().join(' ').includes(PRICE)
    for (let n = 0; n < 10 && !isDecided(); n++) {
      clock += 3_600_000
      const answer = await market.fetch(new Request('http://market/product'))
      expect(answer.status).toBe(200)
      html = await answer.text()
    }
    expect(html).not.toContain('<main')
    expect(errors.mock.calls.flat().join(' ')).toContain(PRICE)
  } finally {
    vi.restoreAllMocks()
  }
})

it('a document is the same at whatever time it is rendered, in whichever time zone', async () => {
  try {
    for (const path of screens) {
      const seen = new Set<string>()
      for (const [hours, place] of [
        [0, 'Pacific/Kiritimati'],
        [31, 'Pacific/Pago_Pago'],
      ] as const) {
        process.env['TZ'] = place
        clock += hours * 3_600_000
        // The data say when their rows were read, for the device.
        const html = await documentOf(path, 'en')
        seen.add(html.replace(/<script type="application\/json"[\s\S]*?<\/script>/, ''))
      }
      expect([...seen], path).toHaveLength(1)
    }
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
