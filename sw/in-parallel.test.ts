import { describe, expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

describe('in parallel', () => {
  it('does all, with so many under way and no more', async () => {
    let now = 0
    let most = 0
    const done: number[] = []
    await inParallel(3, [1, 2, 3, 4, 5, 6, 7], async (n) => {
      most = Math.max(most, ++now)
      await Promise.resolve()
      now--
      done.push(n)
    })
    expect([done.toSorted(), most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3])
    await inParallel(3, [], () => Promise.reject(new Error('nothing to do')))
  })

  it('fails with what fails', async () => {
    await expect(
      inParallel(2, [1, 2, 3], (n) => (n === 2 ? Promise.reject(new Error('2')) : Promise.resolve())),
    ).rejects.toThrow('2')
  })
})
