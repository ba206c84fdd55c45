import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepTrying } from './keep-trying.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('tries again after a pause that doubles', async () => {
  const times: number[] = []
  const start = Date.now()
  const attempt = vi.fn<() => Promise<number>>(async () => {
    times.push(Date.now() - start)
    if (times.length < 4) throw new Error('offline')
    return 7
  })
  const tried = keepTrying(attempt)
  await vi.runAllTimersAsync()
  expect(await tried).toBe(7)
  expect(times).toEqual([0, 1000, 3000, 7000])
})

it('gives up after its tries, and at once what is lost', async () => {
  const lost = Object.assign(new Error('gone'), { lost: true })
  const attempt = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('gone'))
  const tried = expect(keepTrying(attempt, 3)).rejects.toThrow('gone')
  await vi.runAllTimersAsync()
  await tried
  expect(attempt).toHaveBeenCalledTimes(3)
  attempt.mockReset().mockRejectedValue(lost)
  await expect(keepTrying(attempt, 3)).rejects.toThrow(lost)
  expect(attempt).toHaveBeenCalledOnce()
})

it('waits for the network where there is none', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  const attempt = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(7)
  const tried = keepTrying(attempt)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempt).toHaveBeenCalledOnce()
  events.dispatchEvent(new Event('online'))
  await vi.runAllTimersAsync()
  expect(await tried).toBe(7)
})
