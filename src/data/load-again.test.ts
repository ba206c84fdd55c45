import { afterEach, expect, it, vi } from 'vitest'
import { loadAgain } from './load-again.ts'
import { LOAD_LIMIT } from './load-limit.ts'

afterEach(() => void vi.useRealTimers())

it('loads once, however many ask', async () => {
  const bring = vi.fn<() => Promise<number>>().mockResolvedValue(7)
  const load = loadAgain(bring)
  expect(await Promise.all([load(), load()])).toEqual([7, 7])
  expect(await load()).toBe(7)
  expect(bring).toHaveBeenCalledOnce()
})

it('loads again what failed or took too long', async () => {
  vi.useFakeTimers()
  const bring = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockReturnValueOnce(new Promise(() => undefined))
    .mockResolvedValue(7)
  const load = loadAgain(bring)
  await expect(load()).rejects.toThrow('offline')
  const late = expect(load()).rejects.toThrow('too long')
  await vi.advanceTimersByTimeAsync(LOAD_LIMIT)
  await late
  expect(await load()).toBe(7)
  expect(bring).toHaveBeenCalledTimes(3)
})
