import { expect, it } from 'vitest'
import { readyAfter } from './ready-answers.ts'

it('keeps what is not named in its place, and puts what is new last', () => {
  const answers = [
    { id: 'a', text: 'Yes.' },
    { id: 'b', text: 'No.' },
    { id: 'c', text: 'Soon.' },
  ]
  expect(readyAfter(answers, { d: 'On Monday.', b: null, a: 'Yes, all of them.' })).toEqual([
    { id: 'a', text: 'Yes, all of them.' },
    { id: 'c', text: 'Soon.' },
    { id: 'd', text: 'On Monday.' },
  ])
  expect(readyAfter(answers, { x: null })).toEqual(answers)
  expect(readyAfter([], {})).toEqual([])
})
