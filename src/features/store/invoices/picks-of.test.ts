import { expect, it } from 'vitest'
import type { Sale } from '#contract/sync/schema-store-rows.ts'
import { picksOf } from './picks-of.ts'

const line = (id: number, num: number, code?: string, sku?: string): Sale['lines'][number] => ({
  ...{ id, variantId: sku === undefined ? 0 : 10 * id, num, price: 100, amount: 100 * num, picture: null },
  ...{ title: { en: `Thing ${id}` }, label: sku === undefined ? null : { en: `Choice of ${id}` } },
  ...(code !== undefined && { code }),
  ...(sku !== undefined && { sku }),
})
const order = (number: string, ...lines: Sale['lines']) => ({ sale: { number, lines }, parts: lines })
const picked = (...all: ReturnType<typeof order>[]): string[] =>
  picksOf(all).map(({ line: { id, code, sku }, num, of }) =>
    [num, id, code ?? '-', sku ?? '-', ...of.map((one) => `${one.number}:${one.num}`)].join(' '),
  )

it('fetches each product once for all orders', () => {
  expect(picked(order('A', line(1, 3, 'K-1'), line(2, 1, 'K-2')), order('B', line(1, 2, 'K-1')))).toEqual([
    '5 1 K-1 - A:3 B:2',
    '1 2 K-2 - A:1',
  ])
})

it("goes by the store's own codes as people count, then by the market's", () => {
  const some = [line(7, 1, 'K-10'), line(8, 1, 'K-9', 'RED'), line(9, 1, 'K-9', 'BLUE'), line(2, 1), line(1, 1)]
  expect(picked(order('A', ...some)).map((pick) => pick.split(' ')[1])).toEqual(['1', '2', '9', '8', '7'])
})

it('shows what was renamed between two orders under the code of each', () => {
  expect(picked(order('A', line(1, 3, 'OLD')), order('B', line(1, 2, 'NEW')))).toEqual([
    '2 1 NEW - B:2',
    '3 1 OLD - A:3',
  ])
})
