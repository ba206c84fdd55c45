import { describe, expect, it } from 'vitest'
import { deedOf, noChoice, stretched, toggled } from './many-choice.ts'

const all = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const key = (name: string, more: object = {}) => ({
  ...{ key: name, shiftKey: false, ctrlKey: false, metaKey: false },
  ...more,
})

describe('rows that are chosen', () => {
  it('are chosen one by one, and given up again', () => {
    const one = toggled(noChoice, all, 1)
    expect([...one.ids]).toEqual(['b'])
    expect([...toggled(one, all, 1).ids]).toEqual([])
    expect([...toggled(one, all, 9).ids]).toEqual(['b'])
  })

  it('are chosen as a stretch in either direction, over what was chosen before', () => {
    expect([...stretched(toggled(noChoice, all, 1), all, 3).ids]).toEqual(['b', 'c', 'd'])
    expect([...stretched(toggled(noChoice, all, 2), all, 0).ids]).toEqual(['c', 'a', 'b'])
  })

  it('are reached by the keys, never beyond the ends', () => {
    expect(deedOf(key('ArrowDown'), 3, 4, 10)).toEqual({ to: 3, stretch: false })
    expect(deedOf(key('ArrowUp', { shiftKey: true }), 2, 4, 10)).toEqual({ to: 1, stretch: true })
    expect(deedOf(key('PageDown'), 0, 40, 10)).toEqual({ to: 10, stretch: false })
    expect(deedOf(key('PageUp'), 4, 40, 10)).toEqual({ to: 0, stretch: false })
    expect(deedOf(key('End'), 0, 40, 10)).toEqual({ to: 39, stretch: false })
    expect([' ', 'Enter', 'Escape'].map((name) => deedOf(key(name), 0, 4, 10))).toEqual(['toggle', 'toggle', 'none'])
    expect(deedOf(key('a', { ctrlKey: true }), 0, 4, 10)).toBe('all')
    expect(deedOf(key('a'), 0, 4, 10)).toBeUndefined()
  })
})
