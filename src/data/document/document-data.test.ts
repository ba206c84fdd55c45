import { expect, it } from 'vitest'
import { packResults, unpackResults } from './document-data.ts'

const product = { id: 1, title: { en: 'Lamp' } }
const answers = [{ products: [product, { id: 2, title: { en: 'Bell' } }] }]

it('results come back as they were, and each row of an answer stands in the data once', () => {
  const results = new Map<string, unknown>([
    ['a', { products: [product], at: 5, missing: undefined, known: true }],
    ['b', [answers[0]!.products[1], product]],
    ['c', new Map([[7, { on: true, of: product }]])],
    ['d', 'text'],
  ])
  const packed = packResults(answers, results)
  expect(JSON.stringify(packed)).not.toContain('Lamp')
  const copy = JSON.parse(JSON.stringify({ answers, packed })) as {
    answers: unknown[]
    packed: Record<string, unknown>
  }
  const back = unpackResults(copy.answers, copy.packed)
  expect([...back.keys()]).toEqual(['a', 'b', 'c', 'd'])
  expect(back.get('a')).toEqual({ products: [product], at: 5, known: true })
  expect(back.get('b')).toEqual([{ id: 2, title: { en: 'Bell' } }, product])
  expect(back.get('c')).toEqual(new Map([[7, { on: true, of: product }]]))
  expect(back.get('d')).toBe('text')
})
