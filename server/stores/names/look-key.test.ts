import { expect, it } from 'vitest'
import { lookKey } from './look-key.ts'

it('is one for names that nobody can tell apart', () => {
  const caravan = lookKey('Caravan')
  for (const name of [
    'Cаravan', // Cyrillic а
    'СARAVAN', // Cyrillic С
    'CARΑVAN', // Greek Α
    'Cara∨an', // a sign of mathematics
    'Ｃａｒａｖａｎ',
    ' Cara-van ',
  ])
    expect([name, lookKey(name)]).toEqual([name, caravan])
  expect(lookKey('НЕАТ')).toBe(lookKey('Heat'))
  expect(lookKey('Al Noor')).toBe(lookKey('AI N00r'))
  expect(lookKey('Іris')).toBe(lookKey('iris'))
  expect(lookKey('𑣣ain')).toBe(lookKey('main'))
})

it('is another for names that can be told apart', () => {
  const names = [
    'Caravan',
    'Karavan',
    'Caravans',
    'Lin',
    'Liv',
    'Møller',
    'Moller',
    '景德镇',
    '景德',
    'متجر',
    'منجر',
    'Москва',
  ]
  expect(new Set(names.map(lookKey)).size).toBe(names.length)
})

it('is the name itself where nothing of it is a letter', () => {
  expect(lookKey(' … ')).toBe('…')
})
