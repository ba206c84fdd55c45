import { describe, expect, it } from 'vitest'
import type { PadReady, PadShown } from '../../data/use-answer.ts'
import { forCart } from './to-cart.ts'

const ready = (id: number, num = 5): PadReady => ({
  state: 'ready',
  id,
  shopId: 3,
  variantId: 0,
  num,
  price: 100,
  amount: num * 100,
  currency: 'USD',
  title: { en: 'Teapot' },
  label: undefined,
})
const rows = (lines: PadShown[]): Map<number, PadShown> => new Map(lines.map((line, n) => [n + 1, line]))

describe('the rows for the cart', () => {
  it('are the ready ones, those of one product together', () => {
    const found = forCart(rows([ready(1), { state: 'away' }, ready(1, 10), ready(2), { state: 'empty' }]), new Set())
    expect(found.lines.map(({ id, num, amount }) => [id, num, amount])).toEqual([
      [1, 15, 1500],
      [2, 5, 500],
    ])
    expect([[...found.keys], found.left]).toEqual([[1, 3, 4], 0])
  })

  it('that a full cart has no room for stay, but for more of what it has', () => {
    const there = new Set(Array.from({ length: 499 }, (_, n) => `cartLines/3:${n + 1}:0`))
    const found = forCart(rows([ready(1000), ready(1001), ready(7), ready(1000)]), there)
    expect(found.lines.map(({ id, num }) => [id, num])).toEqual([
      [1000, 10],
      [7, 5],
    ])
    expect([[...found.keys], found.left]).toEqual([[1, 3, 4], 1])
  })
})
