import { expect, it } from 'vitest'
import type { SaleItem } from '#localdb/queries/stores/sales.ts'
import { foundSales, type SaleNames } from './sale-find.ts'

const sale = (id: string, number: string, title: string, tracking = '', own = {}): SaleItem =>
  ({
    ...{ id, number, parcel: null, parcels: [{ carrier: 'DHL', tracking }] },
    lines: [{ id: 7, variantId: 0, title: { en: title, zh: '灯笼' }, label: { en: 'Red' }, ...own }],
  }) as unknown as SaleItem
const sales = [
  sale('a', '52TD-JGW2', 'Paper lantern', 'JD0140', { code: 'LAN 20', sku: 'RD-1' }),
  sale('b', 'VY5K-82KH', 'Wall picture', '', { code: 'LAN 201' }),
]
const names = new Map<string, SaleNames>([
  ['a', { buyer: 'Robin Demo', poNumber: 'PO-77' }],
  ['b', { buyer: 'أمل الحداد' }],
])
const found = (text: string): string =>
  foundSales(sales, text, names)
    .map(({ id }) => id)
    .join('')

it('finds orders by whatever somebody has of them', () => {
  expect(found('')).toBe('ab')
  expect(found('52td-jgw2')).toBe('a')
  // As it is read out: without its dash, with O for 0 and the like.
  expect(found('52tdjgw2')).toBe('a')
  expect(found('vY5k 82')).toBe('b')
  expect(found('robin')).toBe('a')
  expect(found('الحداد')).toBe('b')
  expect(found('po-77')).toBe('a')
  expect(found('lantern RED')).toBe('a')
  expect(found('灯笼')).toBe('ab')
  expect(found('jd0140')).toBe('a')
  expect(found('lantern picture')).toBe('')
  // By the store's own codes, as they stand on its papers.
  expect(found('lan 20')).toBe('ab')
  expect(found('lan 201')).toBe('b')
  expect(found('rd-1')).toBe('a')
  expect(found('LAN 20 / RD-1')).toBe('a')
})
