import { describe, expect, it } from 'vitest'
import { createTakeover, noTakeover } from './takeover.ts'

function watched(results: Record<string, unknown>) {
  const takeover = createTakeover(new Map(Object.entries(results)))
  const taken: unknown[] = []
  const give = (id: string, answer: unknown) => takeover.give(id, answer, (value) => taken.push([id, value]))
  return { takeover, taken, give }
}

describe('the device takes over from a document', () => {
  it('gives all answers at once, when the last has come', () => {
    const { takeover, taken, give } = watched({ a: [1], b: [2] })
    let calls = 0
    takeover.subscribe(() => calls++)
    give('a', [10])
    give('a', [11])
    expect([taken, takeover.over(), calls]).toEqual([[], false, 0])
    give('b', [20])
    expect(taken).toEqual([
      ['a', [11]],
      ['b', [20]],
    ])
    expect([takeover.over(), calls]).toEqual([true, 1])
    give('a', [12])
    expect(taken.at(-1)).toEqual(['a', [12]])
  })

  it('gives nothing that the document has shown already', () => {
    const { takeover, taken, give } = watched({ a: { rows: [{ id: 1, of: undefined }], by: new Map([[1, 2]]) }, b: 1 })
    give('a', { rows: [{ id: 1 }], by: new Map([[1, 2]]) })
    give('b', 2)
    expect([taken, takeover.over()]).toEqual([[['b', 2]], true])
  })

  it('does not wait for a hook that is gone, and holds nothing back that is not of the document', () => {
    const { takeover, taken, give } = watched({ a: 1, b: 1 })
    let calls = 0
    takeover.subscribe(() => calls++)
    give('badge', 3)
    give('a', 2)
    takeover.gone('a')
    expect([taken, takeover.over()]).toEqual([[['badge', 3]], false])
    takeover.gone('b')
    expect([taken, takeover.over(), calls]).toEqual([[['badge', 3]], true, 1])
  })

  it('gives at once what a hook asks instead, which has no answer in the document', () => {
    const { takeover, taken, give } = watched({ list: [1], rows: ['one'] })
    // Another filter: other deps, so the hook says that its first question is gone.
    takeover.gone('list')
    give('list', [2])
    expect([taken, takeover.over()]).toEqual([[['list', [2]]], false])
    takeover.gone('rows')
    expect(takeover.over()).toBe(true)
  })

  it('ends when it is told to, with what has been answered', () => {
    const { takeover, taken, give } = watched({ a: 1, b: 1 })
    give('a', 2)
    takeover.end()
    takeover.end()
    give('b', 2)
    expect([taken, takeover.over()]).toEqual([
      [
        ['a', 2],
        ['b', 2],
      ],
      true,
    ])
  })

  it('is over from the start where there is no document', () => {
    expect(noTakeover.over()).toBe(true)
  })
})
