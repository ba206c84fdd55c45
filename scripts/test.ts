import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { hashSources, isBuilt } from './build/sources.ts'

// `npm test`: all there is, in the order in which it is cheapest to fail. The last line is
// `N passed, N failed`, a sum over every run; a step without a report (the gate, the build) counts as one.
// `npm test -- unit laws` runs only the named steps.

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const reports = `${root}/.cache/reports`
const minutes = 60_000

interface Step {
  name: string
  args: string[]
  env?: Record<string, string>
  vitest?: true
  limit: number
  skip?: () => Promise<boolean>
}
const vitest = (name: string, projects: string[], limit: number, env: Record<string, string> = {}): Step => ({
  name,
  limit,
  env,
  vitest: true,
  args: [
    `${root}/node_modules/vitest/vitest.mjs`,
    'run',
    ...projects.flatMap((p) => ['--project', p]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${reports}/${name}.json`,
  ],
})
const steps: Step[] = [
  { name: 'check', args: [`${root}/scripts/check.ts`], limit: 2 * minutes },
  vitest('unit', ['unit'], 10 * minutes),
  vitest('laws', ['laws'], 2 * minutes),
  vitest('journeys', ['journeys'], 12 * minutes, { MARKET_DB: 'pglite' }),
  vitest('journeys-postgres', ['journeys'], 12 * minutes, { MARKET_DB: 'postgres' }),
  vitest('simulation', ['simulation'], 15 * minutes),
  {
    name: 'build',
    args: [`${root}/scripts/build.ts`],
    limit: 2 * minutes,
    skip: async () => isBuilt(root, await hashSources(root)),
  },
  vitest('e2e', ['e2e'], 20 * minutes),
]

interface Tally {
  passed: number
  failed: number
}
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; name: string; message: string; assertionResults: unknown[] }[]
}

/**
 * What a run's own report says; a file that could not even be read is a failure, and so is a run that tested nothing.
 */
async function tally(file: string, code: number | null): Promise<Tally> {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  const broken = report.testResults.filter((r) => r.status === 'failed' && r.assertionResults.length === 0).length
  const failed = report.numFailedTests + broken
  const silent = failed === 0 && (code !== 0 || report.numPassedTests === 0)
  return { passed: report.numPassedTests, failed: silent ? 1 : failed }
}

async function run(step: Step): Promise<Tally> {
  const report = `${reports}/${step.name}.json`
  await rm(report, { force: true })
  if (await step.skip?.()) return { passed: 1, failed: 0 }
  const child = spawn(process.execPath, step.args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...step.env },
  })
  const timer = setTimeout(() => {
    console.error(`${step.name} did not end within ${step.limit / minutes} minutes`)
    child.kill('SIGTERM')
  }, step.limit)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  return step.vitest ? tally(report, code) : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}

await mkdir(reports, { recursive: true })
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((s) => s.name === name))
if (unknown.length)
  throw new Error(`no step called ${unknown.join(', ')}; there are ${steps.map((s) => s.name).join(', ')}`)

const lines: string[] = []
const sum: Tally = { passed: 0, failed: 0 }
let built = true
for (const step of steps.filter((s) => wanted.length === 0 || wanted.includes(s.name))) {
  console.log(`\n── ${step.name} ──`)
  const since = performance.now()
  // Without a build there is nothing for a browser to open.
  const result: Tally = step.name === 'e2e' && !built ? { passed: 0, failed: 1 } : await run(step)
  if (step.name === 'build') built = result.failed === 0
  sum.passed += result.passed
  sum.failed += result.failed
  lines.push(
    `${result.failed ? '✗' : '✓'} ${step.name.padEnd(18)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed  ${((performance.now() - since) / 1000).toFixed(0).padStart(4)} s`,
  )
}
console.log(`\n${lines.join('\n')}\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)
