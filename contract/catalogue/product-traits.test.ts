import { expect, it } from 'vitest'
import { piecePrice, productTraits } from './product-traits.ts'

const marks = ['Per pack=6', 'Type=Original', 'Page yield=23000', 'Duplex=Yes']

it('tells what the title does not, the maker first', () => {
  expect(productTraits({ brand: 'Xerox', marks }, 'Toner cartridge')).toEqual(['Xerox', 'Per pack 6', 'Original'])
  expect(productTraits({ brand: 'Xerox', marks }, 'Xerox original black toner')).toEqual([
    'Per pack 6',
    'Page yield 23000',
    'Duplex Yes',
  ])
  expect(productTraits({ brand: null }, 'Socks')).toEqual([])
})

it('reckons a piece of a pack, and of nothing else', () => {
  const ladder = [
    { from: 1, price: 1000 },
    { from: 10, price: 995 },
  ]
  expect(piecePrice({ marks, ladder, minimum: 10 })).toBe(166)
  expect(piecePrice({ marks: ['Per pack=1'], ladder, minimum: 1 })).toBeUndefined()
  expect(piecePrice({ marks: ['Per pack=about six'], ladder, minimum: 1 })).toBeUndefined()
  expect(piecePrice({ ladder, minimum: 1 })).toBeUndefined()
})
