import { describe, expect, it } from 'vitest'
import { observing } from './observing.ts'
import { planted } from './planted.ts'
import { edited, tryEdits, type Edit } from './source-edits.ts'

describe('edits of the product as it is loaded', () => {
  it('every run observes: what it changes stands in the sources, once', () => {
    expect(() => tryEdits(observing)).not.toThrow()
  })

  it.each(planted)('$name can be planted: what it changes stands in the sources, once', ({ edits }) => {
    expect(() => tryEdits([...observing, ...edits])).not.toThrow()
  })

  const edit: Edit = { file: 'a.ts', find: 'call(one, [two], () => 3)', put: 'other()' }
  it.each([
    ['on one line', 'x = call(one, [two], () => 3)\n'],
    ['broken at every comma', 'x = call(\n  one,\n  [\n    two,\n  ],\n  () =>\n    3,\n)\n'],
  ])('finds its place %s', (_, source) => {
    expect(edited(source, edit)).toBe('x = other()\n')
  })

  it.each([
    ['is not there', 'call(one, two, () => 3)'],
    ['is there twice', 'call(one, [two], () => 3)\ncall(\n  one, [two], () => 3)'],
    ['is part of a longer name', 'recall(one, [two], () => 3)'],
  ])('says so when its place %s', (_, source) => {
    expect(() => edited(source, edit)).toThrow(/times, so that it cannot be changed/)
  })

  it('does not take two words for one', () => {
    const words: Edit = { file: 'a.ts', find: 'await db', put: 'db' }
    expect(edited('await\n  db.open()', words)).toBe('db.open()')
    expect(() => edited('awaitdb.open()', words)).toThrow(/0 times/)
  })
})
