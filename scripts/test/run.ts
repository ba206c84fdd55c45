import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import type { Step } from './steps.ts'

export interface Tally {
  passed: number
  failed: number
  /** The names of what could not be tried here. */
  skipped: string[]
}
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    status: string
    name: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/**
 * What a run's own report says; a file that could not even be read is a failure, and so is a run that tested nothing.
 */
async function tallyOf(file: string, ok: boolean): Promise<Tally> {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [] }
  const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  const broken = report.testResults.filter((r) => r.status === 'failed' && r.assertionResults.length === 0).length
  const failed = report.numFailedTests + broken
  const silent = failed === 0 && (!ok || report.numPassedTests === 0)
  const skipped = report.testResults
    .flatMap((r) => r.assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ fullName }) => fullName)
  return { passed: report.numPassedTests, failed: silent ? 1 : failed, skipped }
}

/**
 * Runs one command to its end, and shows what it says: as it comes, or all at its end when others run beside it.
 * Whether it ended well, in time, and with something said.
 */
async function command(
  root: string,
  args: readonly string[],
  { env, limit, name, atOnce = 1 }: Pick<Step, 'env' | 'limit' | 'name' | 'atOnce'>,
): Promise<boolean> {
  const held: Buffer[] = []
  const show = (data: Buffer): void => void (atOnce > 1 ? held.push(data) : process.stdout.write(data))
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['inherit', 'pipe', atOnce > 1 ? 'pipe' : 'inherit'],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
  })
  let spoke = false
  child.stdout!.on('data', (data: Buffer) => {
    spoke = true
    show(data)
  })
  child.stderr?.on('data', show)
  const timer = setTimeout(() => {
    console.error(`${name} did not end within ${limit / 60_000} minutes: ${args.join(' ')}`)
    child.kill('SIGTERM')
  }, limit)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  process.stdout.write(Buffer.concat(held))
  return code === 0 && spoke
}

/** Runs a step. */
export async function runStep(root: string, step: Step): Promise<Tally> {
  if (await step.skip?.(root)) return { passed: 1, failed: 0, skipped: [] }
  const report = `${root}/.cache/reports/${step.name}.json`
  await rm(report, { force: true })
  const sum: Tally = { passed: 0, failed: 0, skipped: [] }
  const left = [...step.commands]
  const work = async (): Promise<void> => {
    for (let args = left.shift(); args; args = left.shift()) {
      const ok = await command(root, args, step)
      if (!ok && !step.vitest) console.error(`${step.name}: ${args.join(' ')} failed`)
      sum[ok ? 'passed' : 'failed'] += 1
    }
  }
  await Promise.all(Array.from({ length: step.atOnce ?? 1 }, work))
  return step.vitest ? tallyOf(report, sum.failed === 0) : sum
}
