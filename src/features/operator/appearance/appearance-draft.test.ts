import { describe, expect, it } from 'vitest'
import { changesOf, appearanceDraftOf, judgeColor } from './appearance-draft.ts'

const before = { web_name: 'Nile Bazaar', color: '#1f2a5a', description: '{"ar":"من النيل","en":"From the Nile"}' }

describe('what is typed of an appearance', () => {
  it('is nothing to set as it stands, also where languages stand in another order, or only spaces were added', () => {
    const draft = appearanceDraftOf(before)
    expect(changesOf(draft, before)).toEqual([])
    const spaced = {
      ...draft,
      name: ' Nile Bazaar ',
      color: '#1F2A5A ',
      description: { ...draft.description, zh: ' ' },
    }
    expect(changesOf(spaced, before)).toEqual([])
  })

  it('is set one by one, in the order of the form; what was emptied is taken away', () => {
    const draft = {
      ...appearanceDraftOf(before),
      name: 'Oasis',
      color: '',
      description: { en: ' Palms\nand wells ', ar: '' },
    }
    expect(changesOf(draft, before)).toEqual([
      { name: 'web_name', value: 'Oasis' },
      { name: 'color', value: '' },
      { name: 'description', value: '{"en":"Palms and wells"}' },
    ])
    expect(changesOf({ ...appearanceDraftOf(before), description: {} }, before)).toEqual([
      { name: 'description', value: '' },
    ])
  })
})

describe('a typed colour', () => {
  it('is none, no colour, too faint, or enough', () => {
    expect(judgeColor(' ')).toBe('none')
    for (const wrong of ['red', '#12345', '#1234567']) expect(judgeColor(wrong), wrong).toBe('wrong')
    expect(judgeColor('#FFD400')).toMatchObject({ color: '#ffd400', enough: false })
    expect(judgeColor(' #1f2a5a')).toMatchObject({ color: '#1f2a5a', enough: true })
    // 3.68 is shown as 3.6: no ratio looks like enough that is not.
    expect(judgeColor('#767676')).toEqual({ color: '#767676', ratio: 3.6, enough: false })
  })
})
