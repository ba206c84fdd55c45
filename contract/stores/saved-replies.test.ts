import { expect, it } from 'vitest'
import { repliesAfter } from './saved-replies.ts'

it('keeps what is not named in its place, and puts what is new last', () => {
  const answers = [
    { id: 'a', text: 'Yes.' },
    { id: 'b', text: 'No.' },
    { id: 'c', text: 'Soon.' },
  ]
  expect(repliesAfter(answers, { d: 'On Monday.', b: null, a: 'Yes, all of them.' })).toEqual([
    { id: 'a', text: 'Yes, all of them.' },
    { id: 'c', text: 'Soon.' },
    { id: 'd', text: 'On Monday.' },
  ])
  expect(repliesAfter(answers, { x: null })).toEqual(answers)
  expect(repliesAfter([], {})).toEqual([])
})
