import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freshBuild } from './build/fresh.ts'
import { openMemory } from './test/memory.ts'
import { stop } from './test/processes.ts'
import { repeat } from './test/repeat.ts'
import { runSession } from './test/session.ts'
import { allSteps, namedSteps, testSteps, type Step } from './test/steps.ts'

// `npm test`: the gate. The last line is `N passed, N failed`, a sum over every step.
// `npm test -- unit laws` runs only the named steps.
// `npm test -- e2e --repeat 30 NAME` runs the tests of one step that have this name, or whose files have it, thirty
// times on a busy machine; it fails when one of them failed once.
// `npm run test:all`: everything there is. `--resume` leaves out the steps that have passed on this commit.

const USAGE = 'Usage: npm test -- [step …] | step --repeat N [name]; npm run test:all -- [--resume]'
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repeat: { type: 'string' }, all: { type: 'boolean' }, resume: { type: 'boolean' } },
})

const named = (name: string): Step => {
  const step = namedSteps.find((s) => s.name === name)
  if (!step) throw new Error(`no step called ${name}; there are ${namedSteps.map((s) => s.name).join(', ')}. ${USAGE}`)
  return step
}

async function repeated(times: number): Promise<boolean> {
  const [name, ...words] = positionals
  if (!(Number.isInteger(times) && times > 0) || name === undefined) throw new Error(USAGE)
  const step = named(name)
  if (step.needs !== undefined && !(await freshBuild(root))) return false
  const failed = await repeat(root, step, times, words.length > 0 ? words.join(' ') : undefined)
  console.log(`${times - failed} passed, ${failed} failed`)
  return failed === 0
}

async function once(): Promise<boolean> {
  const wanted = positionals.map(named)
  const needed = new Set(wanted.flatMap(({ needs }) => needs ?? []))
  const asked = namedSteps.filter((s) => wanted.includes(s) || needed.has(s.name))
  const steps = wanted.length > 0 ? asked : values.all ? allSteps : testSteps
  return (await runSession(root, steps, { memory: openMemory(root, values.resume === true) })).sound
}

const sound = await (values.repeat === undefined ? once() : repeated(Number(values.repeat)))
process.exit(stop.aborted ? 128 + constants.signals[stop.reason as 'SIGINT' | 'SIGTERM'] : sound ? 0 : 1)
