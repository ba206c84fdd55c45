import { describe, expect, it } from 'vitest'
import type { Zone } from '#contract/shipping/charges.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import type { ProductFacts } from '#localdb/queries/orders/items.ts'
import { recalculateOrder } from './recalculate-order.ts'

type Fact = NonNullable<ReturnType<ProductFacts['get']>>
const detail = (
  id: number,
  over: {
    stock?: number
    price?: number
    minimum?: number
    variants?: { id: number; stock: number; extra: number }[]
  } = {},
): Fact =>
  ({
    id,
    product: {
      id,
      ladder: [{ from: 1, price: over.price ?? 1000 }],
      minimum: over.minimum ?? 1,
      multiple: 1,
      stock: over.stock ?? 100,
      currency: 'USD',
    },
    currency: 'USD',
    variants: over.variants ?? [],
    shipping: 500,
    taxBasisPoints: 1000,
  }) as unknown as Fact
const line = (id: number, num: number, variantId = 0): OrderLine => ({
  id,
  variantId,
  num,
  price: 900,
  amount: 900 * num,
  title: {},
  label: null,
  picture: null,
})
const facts = (...all: Fact[]) => new Map(all.map((d) => [d.id, d]))
const again = (lines: OrderLine[], known: ReturnType<typeof facts>) => recalculateOrder({ lines }, known, 'EG')

describe('an order reckoned anew', () => {
  it("is at today's prices", () => {
    expect(again([line(1, 10)], facts(detail(1)))).toMatchObject({
      cut: [],
      sums: { goods: 10_000, shipping: 500, tax: 1000, total: 11_500 },
    })
  })

  it('is charged by the country that it goes to', () => {
    const zones: Zone[] = [{ countries: ['EG'], by: 'piece', price: 30, freeFrom: null, days: null }]
    const known = facts({ ...detail(1), zones })
    expect(again([line(1, 10)], known)).toMatchObject({ sums: { shipping: 300, total: 11_300 } })
    // Elsewhere the market says no, once it is placed.
    expect(recalculateOrder({ lines: [line(1, 10)] }, known, 'DE').sums?.shipping).toBe(500)
  })

  it('has no more of a line than is left, and leaves out what is not there', () => {
    const out = again(
      [line(1, 10), line(2, 5), line(3, 4, 31)],
      facts(
        detail(1, { stock: 6 }),
        detail(2, { stock: 0 }),
        detail(3, { variants: [{ id: 31, stock: 3, extra: 50 }] }),
      ),
    )
    expect(out.cut).toEqual([
      { line: 0, to: 6 },
      { line: 1, to: 0 },
      { line: 2, to: 3 },
    ])
    expect(out.sums?.lines.map((l) => [l.id, l.num, l.price])).toEqual([
      [1, 6, 1000],
      [3, 3, 1050],
    ])
  })

  it('says when what is left falls below the minimum', () => {
    expect(again([line(1, 10)], facts(detail(1, { stock: 6, minimum: 10 }))).sums?.shortfalls).toMatchObject([
      { id: 1, missing: 4 },
    ])
  })

  it('is nothing when nothing is left or sold any more', () => {
    expect(again([line(1, 10)], facts(detail(1, { stock: 0 })))).toEqual({ sums: undefined, cut: [{ line: 0, to: 0 }] })
    expect(again([line(1, 10)], facts())).toEqual({ sums: undefined, cut: [{ line: 0, to: 0 }] })
  })

  it('goes on without a product that is no longer sold', () => {
    expect(again([line(1, 1), line(2, 1)], facts(detail(1)))).toMatchObject({
      cut: [{ line: 1, to: 0 }],
      sums: { goods: 1000 },
    })
  })
})
