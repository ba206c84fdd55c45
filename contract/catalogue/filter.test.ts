import { describe, expect, it } from 'vitest'
import type { Product } from './schema.ts'
import { passes, productWorth, type ListFilter } from './filter.ts'

const product = (more: Partial<Product>): Product =>
  ({ currency: 'USD', ladder: [{ from: 1, price: 500 }], minimum: 10, stock: 3, ...more }) as Product

describe('what a product is worth', () => {
  it.each([
    ['what the server said', product({ worth: 70, currency: 'EUR' }), 70],
    ['what the server said, also of its own currency', product({ worth: 71 }), 71],
    ['its first price, of an older server in its only currency', product({}), 500],
    ['not known in any currency without a rate', product({ worth: null }), undefined],
    ['not known in another currency without a rate', product({ currency: 'EUR' }), undefined],
    ['not known without a price', product({ ladder: [] }), undefined],
  ])('%s', (_, p, worth) => {
    expect(productWorth(p)).toBe(worth)
  })
})

describe('a filter', () => {
  const unknown = product({ currency: 'EUR' })
  it.each<[string, ListFilter, Product, boolean]>([
    ['that is empty lets everything through', {}, unknown, true],
    ['from a price, that price included', { priceFrom: 500 }, product({}), true],
    ['from a higher price', { priceFrom: 501 }, product({}), false],
    ['from a price, of what has none', { priceFrom: 0 }, unknown, false],
    ['up to a price, that price included', { priceTo: 500 }, product({}), true],
    ['up to a lower price', { priceTo: 499 }, product({}), false],
    ['up to a price, of what has none', { priceTo: 1_000 }, unknown, false],
    ['for a minimum as large', { minimum: 10 }, product({}), true],
    ['for a smaller minimum', { minimum: 9 }, product({}), false],
    ['for what is in stock', { inStock: true }, product({}), true],
    ['for what is in stock, of the last piece', { inStock: true }, product({ stock: 1 }), true],
    ['for what is in stock, of what is not', { inStock: true }, product({ stock: 0 }), false],
    ['not for what is in stock', { inStock: false }, product({ stock: 0 }), true],
    ['for the area of its store', { area: 'CN' }, product({}), true],
    ['for another area', { area: 'DE' }, product({}), false],
  ])('%s', (_, filter, p, through) => {
    expect(passes(p, { area: 'CN' }, filter)).toBe(through)
  })

  it('for an area lets nothing through whose store is not known', () => {
    expect(passes(product({}), undefined, { area: 'CN' })).toBe(false)
  })
})
