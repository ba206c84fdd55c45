import { mkdir, writeFile } from 'node:fs/promises'
import { runAgain, type Unsteady } from './again.ts'
import type { Memory } from './memory.ts'
import { stop } from './processes.ts'
import { runStep, type RunOptions } from './run.ts'
import { failed, tallyOf, type Results } from './results.ts'
import type { Step } from './steps.ts'
import { lineOf, summaryOf } from './summary.ts'

/** The outcome of a session: which steps ran, with which results. */
export interface Session {
  outcomes: ReadonlyMap<Step, Results>
  unsteady: readonly Unsteady[]
  sound: boolean
}

const isSound = (results: Results): boolean => tallyOf(results).failed === 0

/**
 * Runs steps in their order, runs again what may be unsteady, and prints the summary, whose last line is
 * `N passed, N failed`.
 */
export async function runSession(
  root: string,
  wanted: readonly Step[],
  { memory, hangs }: { memory: Memory } & Pick<RunOptions, 'hangs'>,
): Promise<Session> {
  const begun = performance.now()
  const outcomes = new Map<Step, Results>()
  const seconds = new Map<Step, number>()
  const remembered = (step: Step): boolean => step.skip === undefined && memory.passed.has(step.name)
  const lineFor = (step: Step): string =>
    outcomes.has(step)
      ? lineOf(step, outcomes.get(step)!, seconds.get(step)!)
      : remembered(step)
        ? `${memory.passed.get(step.name)!} earlier on this commit`
        : `  ${step.name.padEnd(18)} not run`
  const keepIfSound = (step: Step): void => {
    if (isSound(outcomes.get(step)!)) memory.keep(step.name, lineFor(step))
  }

  const run = async (step: Step): Promise<void> => {
    const since = performance.now()
    // Without a build a browser has nothing to open.
    const blocked = [...outcomes].some(([other, results]) => other.name === step.needs && !isSound(results))
    const results = blocked
      ? new Map([[step.name, failed(`needs ${step.needs}, which failed`)]])
      : await runStep(root, step, {
          ...(hangs === undefined ? {} : { hangs }),
          // A step with a check of its own (`skip`) starts from scratch: the files that it left behind may be gone.
          ...(step.skip === undefined ? { earlier: memory.unitsOf(step.name) } : {}),
          passed: (unit, result) => memory.keepUnit(step.name, unit, result),
        })
    if (stop.aborted) results.set(step.name, failed(`was stopped by ${String(stop.reason)}`))
    else memory.keepUnits(step.name, results)
    outcomes.set(step, results)
    seconds.set(step, (performance.now() - since) / 1000)
    keepIfSound(step)
  }
  const left = wanted.filter((step) => !remembered(step))
  for (const step of left) {
    if (stop.aborted) break
    console.log(`\n── ${step.name} ──`)
    await run(step)
  }

  const again: typeof runStep = (folder, step, options) =>
    runStep(folder, step, { ...options, ...(hangs === undefined ? {} : { hangs }) })
  const unsteady = stop.aborted ? [] : await runAgain(root, outcomes, again)
  for (const [step, results] of outcomes) {
    if (!stop.aborted) memory.keepUnits(step.name, results)
    keepIfSound(step)
  }
  await mkdir(`${root}/.cache/reports`, { recursive: true })
  await writeFile(`${root}/.cache/reports/unsteady.json`, JSON.stringify(unsteady, null, 1))
  const { text, sound } = summaryOf(wanted.map(lineFor), outcomes, unsteady, (performance.now() - begun) / 1000)
  console.log(text)
  return { outcomes, unsteady, sound: sound && !stop.aborted }
}
