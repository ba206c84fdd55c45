import { afterEach, expect, it, vi } from 'vitest'
import { LOAD_LIMIT, withinLimit } from './load-limit.ts'

afterEach(() => void vi.useRealTimers())

it('gives up after two minutes on what neither comes nor fails, and on nothing that came', async () => {
  vi.useFakeTimers()
  const failed = vi.fn<(error: unknown) => void>()
  void withinLimit(new Promise(() => undefined)).catch(failed)
  await vi.advanceTimersByTimeAsync(LOAD_LIMIT - 1)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalledOnce()
  expect(await withinLimit(Promise.resolve(7))).toBe(7)
  await expect(withinLimit(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(vi.getTimerCount()).toBe(0)
})
