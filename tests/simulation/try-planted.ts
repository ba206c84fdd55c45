import { ask } from './ask.ts'
import { planted, type Planted } from './planted/planted.ts'
import type { InvariantId } from './device/record.ts'

/** How often each bug is to be found, each time from where it was found last, and within how many histories in all. */
const FINDINGS = 3
const MOST = 400

interface Found {
  bug: Planted
  after: number[]
  by: Set<InvariantId>
  histories: number
  error?: string
}

async function find(bug: Planted, seed: number): Promise<Found> {
  const found: Found = { bug, after: [], by: new Set(), histories: 0 }
  let since = 0
  try {
    const order = { from: seed, count: MOST, step: 1, planted: bug.name, failures: FINDINGS, shrinks: false }
    await ask(order, (message) => {
      if (message.type !== 'history') return
      found.histories += 1
      since += 1
      // A thrown error only shows that something is wrong; an invariant must say what the bug breaks.
      if (!message.outcome.violations.some((v) => v.id !== 'bug')) return
      found.after.push(since)
      since = 0
      for (const v of message.outcome.violations) found.by.add(v.id)
    })
  } catch (error) {
    found.error = error instanceof Error ? error.message : String(error)
  }
  return found
}

/**
 * Looks for planted bugs in the ordinary random run, then runs the same seeds without any. Prints each result; returns
 * whether all is as it must be.
 */
export async function tryPlanted(names: readonly string[], seed: number): Promise<boolean> {
  const unknown = names.filter((name) => !planted.some((p) => p.name === name))
  if (unknown.length > 0)
    throw new Error(
      `no planted bug is called ${unknown.join(', ')}; there are ${planted.map((p) => p.name).join(', ')}`,
    )
  const waiting = planted.filter((p) => names.length === 0 || names.includes(p.name))
  const all: Found[] = []
  let missed = 0
  const work = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
      const found = await find(bug, seed)
      all.push(found)
      const { after, by } = found
      const mean = after.reduce((a, b) => a + b, 0) / after.length
      if (after.length === 0) missed += 1
      console.log(
        after.length > 0
          ? `✓ ${bug.name.padEnd(24)} after ${mean.toFixed(1).padStart(6)} histories (mean of ${after.length}), by ${[...by].sort().join(' ')}: ${bug.breaks}`
          : `✗ ${bug.name.padEnd(24)} not found in ${found.histories} histories${found.error === undefined ? '' : `: ${found.error}`}`,
      )
    }
  }
  await Promise.all([work(), work()])
  const most = Math.max(...all.map((f) => f.histories))
  let green = 0
  const faults: string[] = []
  await ask({ from: seed, count: most, step: 1, failures: Number.MAX_SAFE_INTEGER, shrinks: false }, (message) => {
    if (message.type !== 'history') return
    const { outcome } = message
    if (outcome.violations.length === 0) green += 1
    else faults.push(`seed ${outcome.seed}: ${outcome.violations[0]!.id} ${outcome.violations[0]!.what}`)
  })
  for (const fault of faults) console.log(`✗ without a planted bug, ${fault}`)
  console.log(
    `${all.length - missed} of ${all.length} planted bugs found; without them ${green} of the same ${most} histories are green`,
  )
  return missed === 0 && faults.length === 0
}
