import { describe, expect, it } from 'vitest'
import { blankGoods, clashesOf } from '#contract/products/rules.ts'
import { settled } from './goods-settle.ts'

// Two phones changed one product: mine wants another price, title and code; theirs changed price and title.
const theirs = { ...blankGoods(7, 'USD'), title: { en: 'Mug' }, ladder: [{ from: 1, price: 600 }] }
const clash = {
  to: { title: { en: 'Tea cup' }, ladder: [{ from: 1, price: 700 }], code: 'C-1' },
  parts: ['title.en', 'ladder'],
}

describe('a product that two phones changed', () => {
  it('becomes what this phone wanted, from what the other made of it, unless the member says otherwise', () => {
    const change = settled(theirs, clash, {})!
    expect(change.to).toEqual(clash.to)
    expect(change.from).toEqual({ title: { en: 'Mug' }, ladder: [{ from: 1, price: 600 }], code: '' })
    expect(clashesOf(theirs, change)).toEqual([])
  })

  it('keeps theirs where the member says so, and what only this phone changed all the same', () => {
    expect(settled(theirs, clash, { ladder: 'theirs' })?.to).toEqual({ title: { en: 'Tea cup' }, code: 'C-1' })
    expect(settled(theirs, clash, { ladder: 'theirs', 'title.en': 'theirs' })?.to).toEqual({ code: 'C-1' })
  })

  it('needs no change where all is theirs', () => {
    const sides = { ladder: 'theirs', 'title.en': 'theirs' } as const
    expect(settled(theirs, { ...clash, to: { title: { en: 'Tea cup' }, ladder: clash.to.ladder } }, sides)).toBe(
      undefined,
    )
  })
})
