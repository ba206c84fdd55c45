import { stop } from './processes.ts'
import { runStep } from './run.ts'
import { failureLines, resultOf, type Results } from './results.ts'
import type { Step } from './steps.ts'

/** A file or command that failed and passed when it was run again alone: a defect with a name. */
export interface Unsteady {
  step: string
  unit: string
  /** Its first failures, a line each. */
  failures: string[]
  /** How often it was run again. */
  tries: number
}

/** More unsteady files or commands than this fail a run. */
export const MOST_UNSTEADY = 5
const TRIES = 2

const failing = (results: Results): string[] =>
  [...results].filter(([, { failures }]) => failures.length > 0).map(([unit]) => unit)

/**
 * Runs what has failed again, alone, twice at most, and replaces the results of what then passes. More than may be
 * unsteady are not run again: nothing could save the run.
 */
export async function runAgain(
  root: string,
  outcomes: ReadonlyMap<Step, Results>,
  run: typeof runStep = runStep,
): Promise<Unsteady[]> {
  const units = [...outcomes]
    .filter(([step]) => step.again === true)
    .flatMap(([step, results]) => failing(results).map((unit) => ({ step, results, unit })))
  if (units.length > MOST_UNSTEADY) return []
  const unsteady: Unsteady[] = []
  for (const { step, results, unit } of units) {
    const failures = failureLines(new Map([[unit, resultOf(results, unit)]]))
    for (let tries = 1; tries <= TRIES; tries++) {
      console.log(`\n── ${step.name}: ${unit} once more ──`)
      const alone = await run(root, { ...step, name: `${step.name}.again` }, { only: [unit] })
      if (stop.aborted) return unsteady
      if (failing(alone).length > 0 || !alone.has(unit)) continue
      results.set(unit, alone.get(unit)!)
      unsteady.push({ step: step.name, unit, failures, tries })
      break
    }
  }
  return unsteady
}
