import { expect, it } from 'vitest'
import { eachOf } from './each-of.ts'

it('goes on with the rest when one fails, and throws at the end', async () => {
  const done: number[] = []
  const work = async (n: number): Promise<void> => {
    if (n === 2) throw new Error('the second')
    done.push(n)
  }
  await expect(eachOf([1, 2, 3], work)).rejects.toThrow('the second')
  expect(done).toEqual([1, 3])
})
