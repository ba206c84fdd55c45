import { expect, it } from 'vitest'
import { showsFooter } from './shows-footer.ts'

it('the footer is shown on home and on paths with loan, and on no other', () => {
  expect(['/', '/loan', '/loan/terms', '/my-loans'].filter((path) => !showsFooter(path))).toEqual([])
  expect(['/product', '/mine', '/page/1', ''].filter(showsFooter)).toEqual([])
})
