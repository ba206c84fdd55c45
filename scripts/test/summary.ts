import { MOST_UNSTEADY, type Unsteady } from './again.ts'
import { failureLines, shortened, tallyOf, type Results } from './results.ts'
import type { Step } from './steps.ts'

const secondsText = (seconds: number): string => seconds.toFixed(0).padStart(5)

/** The summary line of a step. */
export function lineOf(step: Step, results: Results, seconds: number): string {
  const { passed, failed } = tallyOf(results)
  return (
    `${failed ? '✗' : '✓'} ${step.name.padEnd(18)} ${String(passed).padStart(5)} passed ` +
    `${String(failed).padStart(4)} failed ${secondsText(seconds)} s`
  )
}

/** The end of a log. What matters most stands last, since whoever keeps a long log may cut out its middle. */
export function summaryOf(
  lines: readonly string[],
  outcomes: ReadonlyMap<Step, Results>,
  unsteady: readonly Unsteady[],
  seconds: number,
): { text: string; sound: boolean } {
  const sums = [...outcomes.values()].map(tallyOf)
  const passed = sums.reduce((sum, tally) => sum + tally.passed, 0)
  const skipped = sums.flatMap((tally) => tally.skipped)
  const failures = [...outcomes].flatMap(([step, results]) =>
    failureLines(results).map((line) => `${step.name}: ${line}`),
  )
  const text = ['', ...lines, `  ${'all'.padEnd(41)} ${secondsText(seconds)} s`]
  if (skipped.length > 0) text.push(`${skipped.length} skipped:`, ...skipped.map((name) => `  ${name}`))
  if (unsteady.length > 0)
    text.push(
      `Unsteady (failed, and passed when run again alone; at most ${MOST_UNSTEADY}):`,
      ...unsteady.flatMap(({ step, failures: first }) => shortened(first).map((line) => `  ${step}: ${line}`)),
    )
  if (failures.length > 0) text.push('Failed:', ...shortened(failures).map((line) => `  ${line}`))
  text.push(`${passed} passed, ${failures.length} failed`)
  return { text: text.join('\n'), sound: failures.length === 0 && lines.length > 0 }
}
