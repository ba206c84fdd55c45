import { expect, it } from 'vitest'
import type { Store } from '#contract/catalogue/schema.ts'
import { documentHead, type HeadOf } from './document-head.ts'

const shop = (id: number, description: Store['description']) => ({ id, name: `Store ${id}`, description })
const head = (address: string, stores: object[]): string =>
  documentHead({
    ...{ title: 'Lin', name: 'Nile Bazaar', about: 'Wholesale', icons: '/icons/a', address, language: 'en' },
    origin: undefined,
    ...{ listed: true, rows: { details: [], articles: [], stores: stores as HeadOf['rows']['stores'] } },
  })
const described = (html: string): string[] =>
  [...html.matchAll(/(?:name="description"|property="og:description") content="([^"]*)"/g)].map((m) => m[1]!)

it('describes a store by what it says of itself, in one line', () => {
  const rows = [shop(8, { en: 'Another' }), shop(7, { en: 'Lamps &\n lanterns' })]
  expect(described(head('/store/7?sort=new', rows))).toEqual(['Lamps &amp; lanterns', 'Lamps &amp; lanterns'])
})

it('says what the market is where a store says nothing, and on every other screen', () => {
  for (const [address, description] of [
    ['/store/7', {}],
    ['/store/7', undefined],
    ['/product', { en: 'Lamps' }],
    ['/store/70', { en: 'Lamps' }],
  ] as const)
    expect(described(head(address, [shop(7, description)]))).toEqual(['Wholesale', 'Wholesale'])
})
