import { expect, it } from 'vitest'
import type { Variant } from '#contract/catalogue/schema.ts'
import { variantGroups } from './variant-groups.ts'

const variants = (...labels: string[]): Variant[] =>
  labels.map((label, n) => ({ id: n + 1, label: { en: label }, extra: 0, stock: 9, picture: null }))
const named = (...labels: string[]) =>
  variantGroups(variants(...labels), 'en').map((g) => [g.name, g.variants.map((v) => `${v.variant.id} ${v.name}`)])

it('groups sizes by their colour', () => {
  expect(named('Red / S', 'Red / M', 'Blue / S', 'Blue / M')).toEqual([
    ['Red', ['1 S', '2 M']],
    ['Blue', ['3 S', '4 M']],
  ])
})

it('keeps a single option in one list', () => {
  expect(named('Red', 'Blue')).toEqual([['', ['1 Red', '2 Blue']]])
  expect(named('Red / S', 'Red / M')).toEqual([['', ['1 Red / S', '2 Red / M']]])
})

it('does not group what is not two options throughout', () => {
  expect(named('Red / S', 'Blue')).toEqual([['', ['1 Red / S', '2 Blue']]])
})
