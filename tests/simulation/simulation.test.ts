import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import type { HistoryMessage } from './histories.ts'
import { planOf } from './plan.ts'
import { Tally } from './tally.ts'

// A sample of `npm run simulate -- 10000`.

const HISTORIES = Number(process.env['HISTORIES'] ?? 60)
/** Histories of one process, which is one test: so few that the limit of a test ends hangs, not slowness. */
const EACH = 3
/** From this many histories on every kind of fault has struck. */
const ALL_KINDS = 240
const ordinary = { step: 1, failures: 3, shrinks: false }
const tally = new Tally(HISTORIES)

describe('random histories of devices, persons and faults', () => {
  it.concurrent.for(Array.from({ length: HISTORIES / EACH }, (_, i) => [i * EACH + 1, (i + 1) * EACH] as const))(
    'break none of the ten invariants: seeds %i to %i',
    async ([from], { signal }) => {
      const failed: string[] = []
      const hear = (message: HistoryMessage): void => {
        tally.hear(message)
        if (message.type === 'history')
          for (const v of message.outcome.violations) failed.push(`seed ${message.outcome.seed}: ${v.id} ${v.what}`)
      }
      // A test that is out of time must not leave its process to slow the others down.
      await ask({ ...ordinary, from, count: EACH, shrinks: true }, hear, signal)
      expect(failed).toEqual([])
    },
  )

  it.concurrent('are the same each time: the plan of a seed is all chance there is', async () => {
    expect(planOf(7)).toEqual(planOf(7))
    expect(planOf(7)).not.toEqual(planOf(8))
    const runs: object[] = []
    for (let i = 0; i < 2; i++) {
      await ask({ ...ordinary, from: 7, count: 1 }, (message) => {
        if (message.type !== 'history') return
        const { intents, strikes } = message.outcome
        runs.push({ intents, strikes })
      })
    }
    expect(runs[1]).toEqual(runs[0])
  })

  it('were all run, and reached what they are to reach', () => {
    console.log(tally.summary())
    expect(tally.histories).toBe(HISTORIES)
    expect(tally.stale).toEqual([])
    if (HISTORIES >= ALL_KINDS) expect(tally.idle).toEqual([])
  })
})
