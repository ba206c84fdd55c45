import { useState } from 'react'
import { useCall, type CallOutput, type Failed } from '../../data/use-call.ts'

type Checked = CallOutput<'device.check'>

/** The result of a whole check: each issue once. */
export interface CheckResult {
  rows: number
  intents: number
  wrong: Checked['issues']
  mended: boolean
}

/** Checks the device block by block; `progress` is between 0 and 1 while it runs. */
export function useDeviceCheck(): {
  result: CheckResult | undefined
  failure: Failed | undefined
  progress: number | undefined
  run(mend: boolean): Promise<void>
} {
  const { call } = useCall('device.check')
  const [result, setResult] = useState<CheckResult | undefined>(undefined)
  const [failure, setFailure] = useState<Failed | undefined>(undefined)
  const [progress, setProgress] = useState<number | undefined>(undefined)

  /** One pass through all blocks; undefined when it did not get to the end. */
  const through = async (repair: boolean): Promise<Omit<CheckResult, 'mended'> | undefined> => {
    const sum = { rows: 0, intents: 0, wrong: new Map<string, Checked['issues'][number]>() }
    let at: Checked['next'] = null
    do {
      const outcome = await call({ at: at ?? undefined, repair })
      if (outcome.kind !== 'accepted') {
        setFailure(outcome)
        return undefined
      }
      const { rows, intents, issues: wrong, next } = outcome.data
      sum.rows += rows
      sum.intents += intents
      for (const one of wrong) sum.wrong.set(`${one.what} ${one.where}`, one)
      at = next
      setProgress(next && next.of > 0 ? next.done / next.of : 1)
    } while (at)
    return { ...sum, wrong: [...sum.wrong.values()] }
  }
  const run = async (mend: boolean): Promise<void> => {
    setFailure(undefined)
    setProgress(0)
    try {
      // After a repair a second pass confirms it.
      if (mend && !(await through(true))) return
      const found = await through(false)
      if (found) setResult({ ...found, mended: mend })
    } finally {
      setProgress(undefined)
    }
  }
  return { result, failure, progress, run }
}
