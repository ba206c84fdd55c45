import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { intentHash } from '../sync/hash.ts'
import { canonicalJson } from './canonical-json.ts'

it('is one text for equal values, however their fields are ordered', () => {
  const text = '{"a":[{"x":1,"y":"ä"},null,2],"b":{"10":true,"9":0.5}}'
  expect(canonicalJson({ b: { 9: 0.5, 10: true, none: undefined }, a: [{ y: 'ä', x: 1 }, undefined, 2] })).toBe(text)
  expect(canonicalJson({ a: [{ x: 1, y: 'ä' }, null, 2], b: { 10: true, 9: 0.5 } })).toBe(text)
  expect(canonicalJson({ a: [2, 1] })).not.toBe(canonicalJson({ a: [1, 2] }))
})

it('is what hashes of stored outcomes were made of: they answer for ever', () => {
  const payload = { id: 7, shopId: 3, variantId: 0, num: 2, price: 500, currency: 'USD' }
  const text = '["cart.add",{"currency":"USD","id":7,"num":2,"price":500,"shopId":3,"variantId":0}]'
  expect(intentHash('cart.add', payload)).toEqual(createHash('sha256').update(text).digest())
})
