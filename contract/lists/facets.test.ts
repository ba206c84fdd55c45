import { expect, it } from 'vitest'
import { countFacets } from './facets.ts'
import { hasMarks, readMark } from './marks.ts'

const shirts = [
  { brand: 'Oak', marks: ['Material=Cotton', 'Colour=Red'] },
  { brand: 'Oak', marks: ['Material=Cotton', 'Colour=Blue'] },
  { brand: 'Elm', marks: ['Material=Linen', 'Colour=Red'] },
  { brand: null, marks: ['Material=Wool=fine'] },
  {},
]

it('a product passes that has one of the marks of each facet', () => {
  const left = (...chosen: string[]) => shirts.flatMap((shirt, n) => (hasMarks(shirt, chosen) ? [n] : []))
  expect(left()).toEqual([0, 1, 2, 3, 4])
  expect(left('Material=Cotton')).toEqual([0, 1])
  expect(left('Material=Cotton', 'Material=Linen')).toEqual([0, 1, 2])
  expect(left('Material=Cotton', 'Material=Linen', 'Colour=Red')).toEqual([0, 2])
  expect(left('brand=Elm', 'Colour=Blue')).toEqual([])
  expect(left('Size=XL')).toEqual([])
})

it('a value may have the sign that ends a name', () => {
  expect(readMark('Material=Wool=fine')).toEqual({ name: 'Material', value: 'Wool=fine' })
  expect(readMark('nothing')).toEqual({ name: '', value: 'nothing' })
})

it('each value says how many it would leave beside the other facets’ marks', () => {
  expect(countFacets(shirts, [])).toEqual([
    {
      name: 'Material',
      values: [
        { value: 'Cotton', count: 2 },
        { value: 'Linen', count: 1 },
        { value: 'Wool=fine', count: 1 },
      ],
    },
    {
      name: 'Colour',
      values: [
        { value: 'Red', count: 2 },
        { value: 'Blue', count: 1 },
      ],
    },
    {
      name: 'brand',
      values: [
        { value: 'Oak', count: 2 },
        { value: 'Elm', count: 1 },
      ],
    },
  ])
  const chosen = countFacets(shirts, ['Colour=Red'])
  expect(chosen[0]).toEqual({
    name: 'Colour',
    values: [
      { value: 'Red', count: 2 },
      { value: 'Blue', count: 1 },
    ],
  })
  expect(chosen.find(({ name }) => name === 'Material')!.values).toEqual([
    { value: 'Cotton', count: 1 },
    { value: 'Linen', count: 1 },
  ])
})

it('what narrows nothing is left out, unless it is chosen; what nobody has counts as none', () => {
  const alike = [{ marks: ['Made in=DE'] }, { marks: ['Made in=DE'] }]
  expect(countFacets(alike, [])).toEqual([])
  expect(countFacets(alike, ['Made in=DE'])).toEqual([{ name: 'Made in', values: [{ value: 'DE', count: 2 }] }])
  expect(countFacets(alike, ['Size=XL'])).toEqual([{ name: 'Size', values: [{ value: 'XL', count: 0 }] }])
})

it('keeps to a dozen values and eight facets, and to what is chosen', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({
    marks: Array.from({ length: 10 }, (__, f) => `F${f}=${String(n).padStart(2, '0')}`),
  }))
  const facets = countFacets(many, ['F9=29'])
  expect(facets).toHaveLength(1)
  expect(facets[0]!.values).toHaveLength(13)
  expect(countFacets(many, []).map(({ values }) => values.length)).toEqual(Array(8).fill(12))
})
