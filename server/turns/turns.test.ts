import { describe, expect, it } from 'vitest'
import { createBounds } from './bounds.ts'
import { createTurns } from './turns.ts'

describe('createTurns', () => {
  it('lets so many run and so many wait, sends the rest away, and goes on in order', async () => {
    const bounds = createBounds()
    const inTurn = createTurns(2, 3, bounds, 'Jobs')
    const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    const begun: number[] = []
    const jobs = Array.from({ length: 7 }, (_, i) =>
      inTurn(async () => {
        begun.push(i)
        await gates[i]!.promise
        return i
      }),
    )
    expect(await Promise.all(jobs.slice(5))).toEqual([undefined, undefined])
    expect(begun).toEqual([0, 1])
    expect(bounds.all().map(({ name, limit, use }) => [name, limit, use()])).toEqual([['Jobs', 3, 3]])
    gates[1]!.resolve()
    expect(await jobs[1]).toBe(1)
    expect(begun).toEqual([0, 1, 2])
    for (const gate of gates) gate.resolve()
    expect(await Promise.all(jobs.slice(0, 5))).toEqual([0, 1, 2, 3, 4])
    expect(begun).toEqual([0, 1, 2, 3, 4])
  })

  it('gives each who asks a turn, and sends away whoever has most waiting', async () => {
    const inTurn = createTurns(1, 4)
    const gate = Promise.withResolvers<void>()
    const begun: string[] = []
    const ask = (who: string, n: number) =>
      inTurn(async () => {
        begun.push(`${who}${n}`)
        await gate.promise
        return n
      }, who)
    const much = [0, 1, 2, 3, 4].map((n) => ask('much', n))
    const few = [ask('few', 0), ask('rare', 0)]
    // Four waited: the last two of those who ask for much made room.
    expect(await Promise.all(much.slice(3))).toEqual([undefined, undefined])
    gate.resolve()
    expect(await Promise.all([...much.slice(0, 3), ...few])).toEqual([0, 1, 2, 0, 0])
    expect(begun).toEqual(['much0', 'much1', 'few0', 'rare0', 'much2'])
  })

  it('gives a place back when the work fails', async () => {
    const inTurn = createTurns(1, 5)
    const failed = await Promise.allSettled(
      Array.from({ length: 4 }, () => inTurn(() => Promise.reject(new Error('no')))),
    )
    expect(failed.map((f) => f.status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
    expect(await inTurn(() => Promise.resolve('yes'))).toBe('yes')
  })
})
