import { expect, it } from 'vitest'
import { piecesByProduct, taxOn } from './ladder.ts'

it('counts the pieces of a product over all its choices', () => {
  const lines = [
    { id: 1, num: 2 },
    { id: 2, num: 5 },
    { id: 1, num: 4 },
  ]
  expect([...piecesByProduct(lines)]).toEqual([
    [1, 6],
    [2, 5],
  ])
})

it('reckons a tax in whole minor units', () => {
  expect(taxOn(10_000, 1_900)).toBe(1_900)
  expect(taxOn(49, 100)).toBe(0)
  expect(taxOn(50, 100)).toBe(1)
})
