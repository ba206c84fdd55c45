import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freshBuild } from './build/fresh.ts'
import { shortened } from './test/failures.ts'
import { repeat } from './test/repeat.ts'
import { runStep, type Tally } from './test/run.ts'
import { steps, type Step } from './test/steps.ts'

// `npm test`: all there is. The last line is `N passed, N failed`, a sum over every step.
// `npm test -- unit laws` runs only the named steps.
// `npm test -- e2e --repeat 30 NAME` runs the tests of one step that have this name, or whose files have it, thirty
// times on a busy machine; it fails when one of them failed once.

const USAGE = 'Usage: npm test -- [step …] | step --repeat N [name]'
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const { values, positionals } = parseArgs({ allowPositionals: true, options: { repeat: { type: 'string' } } })

const named = (name: string): Step => {
  const step = steps.find((s) => s.name === name)
  if (!step) throw new Error(`no step called ${name}; there are ${steps.map((s) => s.name).join(', ')}. ${USAGE}`)
  return step
}

async function again(times: number): Promise<boolean> {
  const [name, ...words] = positionals
  if (!(Number.isInteger(times) && times > 0) || name === undefined) throw new Error(USAGE)
  const step = named(name)
  if (step.needs !== undefined && !(await freshBuild(root))) return false
  const failed = await repeat(root, step, times, words.length > 0 ? words.join(' ') : undefined)
  console.log(`${times - failed} passed, ${failed} failed`)
  return failed === 0
}

async function once(wanted: readonly Step[]): Promise<boolean> {
  const lines = new Map<Step, string>()
  const broken = new Set<string>()
  const sum: Tally = { passed: 0, failed: 0, skipped: [], failures: [] }
  const begun = performance.now()
  const secondsSince = (since: number): string => ((performance.now() - since) / 1000).toFixed(0).padStart(4)
  const run = async (step: Step, beside = false): Promise<void> => {
    const since = performance.now()
    // Without a build there is nothing for a browser to open.
    const blocked = step.needs !== undefined && broken.has(step.needs)
    const { passed, failed, skipped, failures }: Tally = blocked
      ? { passed: 0, failed: 1, skipped: [], failures: [`needs ${step.needs}, which failed`] }
      : await runStep(root, step, beside)
    if (failed > 0) broken.add(step.name)
    sum.passed += passed
    sum.failed += failed
    sum.skipped.push(...skipped)
    sum.failures.push(...failures.map((line) => `${step.name}: ${line}`))
    lines.set(
      step,
      `${failed ? '✗' : '✓'} ${step.name.padEnd(18)} ${String(passed).padStart(5)} passed ` +
        `${String(failed).padStart(4)} failed ${secondsSince(since)} s${beside ? ` beside ${step.beside}` : ''}`,
    )
  }
  const besideOf = (step: Step): Step[] => wanted.filter(({ beside }) => beside === step.name)
  const joined = new Set(wanted.flatMap(besideOf))
  for (const step of wanted) {
    if (joined.has(step)) continue
    console.log(`\n── ${[step, ...besideOf(step)].map(({ name }) => name).join(', beside it ')} ──`)
    await Promise.all([run(step), ...besideOf(step).map((other) => run(other, true))])
  }
  console.log(`\n${wanted.map((step) => lines.get(step)).join('\n')}\n  ${'all'.padEnd(41)} ${secondsSince(begun)} s`)
  if (sum.skipped.length > 0) console.log(`${sum.skipped.length} skipped:\n  ${sum.skipped.join('\n  ')}`)
  // Last, since what keeps a long log may have cut out its middle.
  if (sum.failures.length > 0) console.log(`Failed:\n  ${shortened(sum.failures).join('\n  ')}`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed === 0 && sum.passed > 0
}

await mkdir(`${root}/.cache/reports`, { recursive: true })
const sound =
  values.repeat === undefined
    ? await once(
        positionals.length > 0
          ? steps.filter((s) => positionals.map(named).includes(s))
          : steps.filter((s) => !s.asked),
      )
    : await again(Number(values.repeat))
process.exit(sound ? 0 : 1)
