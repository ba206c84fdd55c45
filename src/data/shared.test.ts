import { expect, it } from 'vitest'
import { shared, type Observable } from './shared.ts'

/** A source that remembers who listens. */
function source() {
  const heard = new Set<{ next: (value: number) => void; fail: (error: unknown) => void }>()
  const numbers: Observable<number> = {
    subscribe(next, fail) {
      const one = { next, fail }
      heard.add(one)
      return () => {
        heard.delete(one)
      }
    },
  }
  return { heard, status: shared(numbers) }
}

it('many listeners share one subscription, which ends with the last of them', () => {
  const { heard, status } = source()
  const calls: string[] = []
  const leave = ['a', 'b', 'c'].map((name) => status.subscribe(() => calls.push(name)))
  expect([heard.size, status.get()]).toEqual([1, undefined])
  for (const { next } of heard) next(7)
  expect([calls, status.get()]).toEqual([['a', 'b', 'c'], 7])
  leave[0]!()
  leave[0]!()
  leave[1]!()
  expect([heard.size, status.get()]).toEqual([1, 7])
  leave[2]!()
  expect([heard.size, status.get()]).toEqual([0, undefined])
  status.subscribe(() => undefined)
  expect(heard.size).toBe(1)
})

it('a failure is thrown to whoever reads', () => {
  const { heard, status } = source()
  let calls = 0
  status.subscribe(() => calls++)
  for (const { fail } of heard) fail(new Error('broken'))
  expect(calls).toBe(1)
  expect(() => status.get()).toThrow('broken')
})
