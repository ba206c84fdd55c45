import { describe, expect, it } from 'vitest'
import { readQuoteNotes, writeQuoteNotes } from './notes.ts'

describe('the notes of a quote', () => {
  it('come back as they were written', () => {
    const notes = [
      { round: 1, text: 'We need them in “June”' },
      { round: 2, text: 'هذا سعرنا' },
    ]
    expect(readQuoteNotes(writeQuoteNotes(notes))).toEqual(notes)
    expect(writeQuoteNotes([])).toBe('')
    expect(readQuoteNotes('')).toEqual([])
  })

  it('are the same text in whatever order a database gives their fields back', () => {
    const [one, other] = [
      { round: 1, text: 'No', by: 'buyer' } as const,
      { by: 'buyer', text: 'No', round: 1 } as const,
    ]
    expect(writeQuoteNotes([one])).toBe(writeQuoteNotes([other]))
  })

  it('are none in a text that holds something else', () => {
    expect(readQuoteNotes('{"round":1}')).toEqual([])
    expect(readQuoteNotes('[{"round":"1","text":"x"},{"text":"y"},null]')).toEqual([])
    expect(readQuoteNotes('[')).toEqual([])
  })
})
