import { expect, it } from 'vitest'
import { LINE_NOTE_MAX } from '../wire/limits.ts'
import { noteKey, readNotes, writeNotes } from './line-notes.ts'

const key = noteKey({ id: 7, variantId: 0 })

it('notes come back as they were written, without those that say nothing', () => {
  const text = writeNotes(
    new Map([
      [key, ' gift wrap "twice" '],
      [noteKey({ id: 8, variantId: 3 }), '  '],
    ]),
  )
  expect(readNotes(text!)).toEqual(new Map([['7:0', 'gift wrap "twice"']]))
  expect(writeNotes(new Map([[key, ' ']]))).toBeUndefined()
})

it.each(['', '{', '[]', 'null', '7', '{"7:0":1}', JSON.stringify({ '7:0': 'x'.repeat(LINE_NOTE_MAX + 1) })])(
  'a text that holds no notes is recognised: %s',
  (text) => {
    expect(readNotes(text)).toBeUndefined()
  },
)
