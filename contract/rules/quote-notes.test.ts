import { describe, expect, it } from 'vitest'
import { readQuoteNotes, writeQuoteNotes } from './quote-notes.ts'

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

  it('are none in a text that holds something else', () => {
    expect(readQuoteNotes('{"round":1}')).toEqual([])
    expect(readQuoteNotes('[{"round":"1","text":"x"},{"text":"y"},null]')).toEqual([])
    expect(readQuoteNotes('[')).toEqual([])
  })
})
