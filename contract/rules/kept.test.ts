import { expect, it } from 'vitest'
import { kept } from './kept.ts'

it('makes each once, and forgets the one that was not used for longest', () => {
  const made: string[] = []
  const of = kept(3, (text) => {
    made.push(text)
    return { text }
  })
  expect(of('a')).toBe(of('a'))
  for (const text of ['b', 'c', 'a', 'd', 'a', 'c', 'd']) expect(of(text)).toEqual({ text })
  expect(made).toEqual(['a', 'b', 'c', 'd'])
  of('b')
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
})

it('never keeps more than so many', () => {
  let made = 0
  const of = kept(10, () => ({ nth: ++made }))
  for (let n = 0; n < 1000; n++) of(String(n))
  expect(of('999').nth).toBe(1000)
  expect(of('989').nth).toBe(1001)
})
