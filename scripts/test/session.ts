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

  const run = async (step: Step, beside: boolean): Promise<void> => {
    const since = performance.now()
    // Without a build a browser has nothing to open.
    const blocked = [...outcomes].some(([other, results]) => other.name === step.needs && !isSound(results))
    const results = blocked
      ? new Map([[step.name, failed(`needs ${step.needs}, which failed`)]])
      : await runStep(root, step, { beside, ...(hangs === undefined ? {} : { hangs }) })
    if (stop.aborted) results.set(step.name, failed(`was stopped by ${String(stop.reason)}`))
    outcomes.set(step, results)
    seconds.set(step, (performance.now() - since) / 1000)
    keepIfSound(step)
  }
  const left = wanted.filter((step) => !remembered(step))
  const besideOf = (step: Step): Step[] => left.filter(({ beside }) => beside === step.name)
  const joined = new Set(left.flatMap(besideOf))
  for (const step of left) {
    if (stop.aborted) break
    if (joined.has(step)) continue
    console.log(`\n── ${[step, ...besideOf(step)].map(({ name }) => name).join(', beside it ')} ──`)
    await Promise.all([run(step, false), ...besideOf(step).map((other) => run(other, true))])
  }

  const again: typeof runStep = (folder, step, options) =>
    runStep(folder, step, { ...options, ...(hangs === undefined ? {} : { hangs }) })
  const unsteady = stop.aborted ? [] : await runAgain(root, outcomes, again)
  for (const step of outcomes.keys()) keepIfSound(step)
  await mkdir(`${root}/.cache/reports`, { recursive: true })
  await writeFile(`${root}/.cache/reports/unsteady.json`, JSON.stringify(unsteady, null, 1))
  const { text, sound } = summaryOf(wanted.map(lineFor), outcomes, unsteady, (performance.now() - begun) / 1000)
  console.log(text)
  return { outcomes, unsteady, sound: sound && !stop.aborted }
}
