import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import type { Said } from './histories.ts'
import { planOf } from './plan.ts'
import { Tally } from './tally.ts'

// A sample of `npm run simulate -- 10000` and of `npm run simulate -- --planted`.

const HISTORIES = 240
const ordinary = { step: 1, failures: 3, shrinks: false }
/** What hangs is ended; beside the browser tests, at the lowest priority, histories take as long as they must (ms). */
const HANGS = 1_800_000

describe('random histories of devices, persons and faults', () => {
  it(
    `${HISTORIES} of them break none of the ten invariants`,
    async () => {
      const tally = new Tally(HISTORIES)
      const failed: string[] = []
      const hear = (said: Said): void => {
        tally.hear(said)
        if (said.type === 'history')
          for (const v of said.outcome.violations) failed.push(`seed ${said.outcome.seed}: ${v.id} ${v.what}`)
      }
      await Promise.all(
        [1, 2].map((from) => ask({ ...ordinary, from, step: 2, count: HISTORIES / 2, shrinks: true }, hear)),
      )
      console.log(tally.summary())
      expect(failed).toEqual([])
      expect(tally.histories).toBe(HISTORIES)
      expect(tally.idle).toEqual([])
      expect(tally.stale).toEqual([])
    },
    HANGS,
  )

  it.concurrent(
    'are the same each time: the plan of a seed is all chance there is',
    async () => {
      expect(planOf(7)).toEqual(planOf(7))
      expect(planOf(7)).not.toEqual(planOf(8))
      const runs: object[] = []
      for (let i = 0; i < 2; i++) {
        await ask({ ...ordinary, from: 7, count: 1 }, (said) => {
          if (said.type !== 'history') return
          const { intents, strikes } = said.outcome
          runs.push({ intents, strikes })
        })
      }
      expect(runs[1]).toEqual(runs[0])
    },
    HANGS,
  )

  it.concurrent.each(['two-transactions', 'no-dedupe', 'drop-on-401'])(
    'find a planted bug: %s',
    async (planted) => {
      let found = 0
      await ask({ ...ordinary, planted, from: 1, count: 120, failures: 1 }, (said) => {
        if (said.type === 'history' && said.outcome.violations.some((v) => v.id !== 'bug')) found += 1
      })
      expect(found).toBe(1)
    },
    HANGS,
  )
})
