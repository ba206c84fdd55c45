import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { failuresIn, isBroken, type VitestReport } from './failures.ts'
import type { Step } from './steps.ts'

export interface Tally {
  passed: number
  failed: number
  /** The names of what could not be tried here. */
  skipped: string[]
  /** What failed, a line each. */
  failures: string[]
}

/**
 * What a run's own report says; a file that could not even be read is a failure, and so is a run that tested nothing.
 */
async function tallyOf(root: string, file: string, ended: string | undefined): Promise<Tally> {
  const silence = ended ?? 'tested nothing'
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [], failures: [silence] }
  const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  const failed = report.numFailedTests + report.testResults.filter(isBroken).length
  const silent = failed === 0 && (ended !== undefined || report.numPassedTests === 0)
  const skipped = report.testResults
    .flatMap((r) => r.assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => fullName)
  const failures = silent ? [silence] : failuresIn(root, report)
  return { passed: report.numPassedTests, failed: silent ? 1 : failed, skipped, failures }
}

/**
 * Runs one command to its end, and shows what it says: as it comes, or all at its end when others run at the same time.
 * How it ended; undefined when it ended well, in time, and with something said.
 */
async function command(
  root: string,
  args: readonly string[],
  { env, limit, name }: Pick<Step, 'env' | 'limit' | 'name'>,
  { silent, low }: { silent: boolean; low: boolean },
): Promise<string | undefined> {
  const held: Buffer[] = []
  const show = (data: Buffer): void => void (silent ? held.push(data) : process.stdout.write(data))
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['inherit', 'pipe', silent ? 'pipe' : 'inherit'],
    env: {
      ...process.env,
      // Hundreds of processes load the same sources: what the engine made of them is kept for the next.
      NODE_COMPILE_CACHE: `${root}/.cache/compiled`,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      ...env,
    },
  })
  // What it starts itself has the same priority.
  if (low && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let spoke = false
  child.stdout!.on('data', (data: Buffer) => {
    spoke = true
    show(data)
  })
  child.stderr?.on('data', show)
  let late = ''
  const timer = setTimeout(() => {
    late = `did not end within ${limit / 60_000} minutes`
    console.error(`${name} ${late}: ${args.join(' ')}`)
    child.kill('SIGTERM')
  }, limit)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  clearTimeout(timer)
  process.stdout.write(Buffer.concat(held))
  if (late) return late
  if (signal) return `was ended by ${signal}`
  if (code !== 0) return `ended with ${code}`
  return spoke ? undefined : 'said nothing'
}

/** Runs a step: beside another one, it is silent until its commands end, and at the lowest priority. */
export async function runStep(root: string, step: Step, beside = false): Promise<Tally> {
  if (await step.skip?.(root)) return { passed: 1, failed: 0, skipped: [], failures: [] }
  const report = `${root}/.cache/reports/${step.name}.json`
  await rm(report, { force: true })
  const sum: Tally = { passed: 0, failed: 0, skipped: [], failures: [] }
  let ended: string | undefined
  const left = [...step.commands]
  const work = async (): Promise<void> => {
    for (let args = left.shift(); args; args = left.shift()) {
      const how = await command(root, args, step, { silent: beside || (step.atOnce ?? 1) > 1, low: beside })
      if (how === undefined) {
        sum.passed += 1
        continue
      }
      ended = how
      sum.failed += 1
      sum.failures.push(`${args.join(' ')} ${how}`)
      if (!step.vitest) console.error(`${step.name}: ${sum.failures.at(-1)}`)
    }
  }
  await Promise.all(Array.from({ length: step.atOnce ?? 1 }, work))
  return step.vitest ? tallyOf(root, report, ended) : sum
}
