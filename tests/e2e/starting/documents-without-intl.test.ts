import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DocumentAddresses, DocumentRenderer, DocumentSource } from '#contract/document.ts'
import { endpoints } from '#contract/endpoints.ts'
import { locales, type LocaleCode } from '#contract/text/locales.ts'
import type { EndpointName } from '#contract/registry.ts'
import { readDocumentBuild } from '#server/documents/build.ts'
import { makeDocument } from '#server/documents/make.ts'
import type { RenderOrder } from '#server/documents/wire.ts'
import { BUILT_PAGE } from '#server/market.ts'
import { openTestMarket, type TestMarket } from '../../support/market/market.ts'
import { plainAppearance } from '../../support/market/plain-appearance.ts'

// A document is the same from every server and in every browser: nothing in it is written by Intl, whose tables differ,
// nor by a clock or a time zone. They are rendered in this thread, from which Intl can be taken away.

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
const build = readDocumentBuild(BUILT_PAGE)!
let market: TestMarket
let addresses: DocumentAddresses
let renderer: DocumentRenderer
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
  addresses = ((await import(build.addresses)) as { addresses: DocumentAddresses }).addresses
  renderer = ((await import(build.renderer)) as { renderer: DocumentRenderer }).renderer
  market = await openTestMarket({ demo: () => {}, now: () => clock })
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
})
afterAll(async () => {
  for (const [name, before] of intl) Object.defineProperty(Intl, name, before)
  await market.close()
})

/** The document of a path, rendered in this thread. */
async function documentOf(path: string, language: LocaleCode): Promise<string> {
  const [at, search = ''] = path.split(/(?=\?)/)
  const of = {
    ...addresses.documentAt(at!, search),
    ...{ language, currency: 'USD', market: 'Caravan', appearance: plainAppearance },
  }
  const order: RenderOrder = { of, encoding: undefined, at: clock }
  const page = await makeDocument(renderer, { build, origin: undefined }, order, source, Infinity)
  const html = new TextDecoder().decode(page.body)
  expect(html, `${path} in ${language}`).toContain('id="document-data"')
  return html
}
const source: DocumentSource = {
  now: () => clock,
  cpu: () => 0,
  async ask(name, input) {
    const { code, data } = await market.call(endpoints[name as EndpointName].path, input)
    return code === 1 ? { kind: 'accepted', data } : { kind: 'refused', refusal: data as { reason: string } }
  },
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

it('a document carries the styles of what it shows, and no others', async () => {
  for (const path of screens) {
    const html = await documentOf(path, 'en')
    const shown = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')))
    const carried = build.sheets.filter(({ link }) => html.includes(link))
    expect(carried.length, path).toBeGreaterThan(1)
    for (const { text, classes, link } of carried)
      if (classes)
        expect(
          [...shown].some((name) => text.includes(`.${name}`)),
          `${path}: ${link}`,
        ).toBe(true)
    for (const other of build.sheets.filter((sheet) => !carried.includes(sheet)))
      expect(
        [...shown].filter((name) => new RegExp(`\\.${name}(?![\\w-])`).test(other.text)),
        other.link,
      ).toEqual([])
    expect(carried.length, path).toBeLessThan(build.sheets.length / 2)
  }
})

it('a screen of which a part throws is no document with a skeleton in it', async () => {
  const { min } = Math
  vi.spyOn(Math, 'min').mockImplementation((...numbers) => {
    if (new Error().stack?.includes('PriceRange')) throw new Error('a price that cannot be')
    return min(...numbers)
  })
  try {
    await expect(documentOf('/product', 'en')).rejects.toThrow(/a part of .product threw|a price that cannot be/)
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
