import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { promisify } from 'node:util'
import { endTree, startNode, stop } from './processes.ts'
import { createProgress, THE_RUN } from './progress.ts'
import type { Message } from './reporter.ts'
import { emptyResult, failed, failureLines, resultOf, tallyOf, type Results, type UnitResult } from './results.ts'
import type { Step } from './steps.ts'

/** A run in which no test has ended for this long hangs, and so does a command that prints nothing (ms). */
const HANGS = 5 * 60_000

export interface RunOptions {
  /** Only these arguments of Vitest's (files, `--testNamePattern NAME`), or only this command. */
  only?: readonly string[]
  hangs?: number
  /** The results of files or commands that passed earlier on this commit: they are not run. */
  earlier?: ReadonlyMap<string, UnitResult>
  /** Told of each file or command that has passed. */
  passed?: (unit: string, result: UnitResult) => void
}

/** How a process ended: undefined when it ended well. */
interface Ending {
  problem: string | undefined
  hung: boolean
  printed: boolean
}

/** Watches a process to its end, and ends it when it hangs. `isProgress`: whether a message shows that it does not. */
async function watch(child: ChildProcess, hangs: number, silent: boolean, byOutput: boolean): Promise<Ending> {
  const held: Buffer[] = []
  let hung = false
  let printed = false
  const hang = (): void => {
    hung = true
    void endTree(child)
  }
  let timer = setTimeout(hang, hangs)
  const moved = (): void => {
    if (hung) return
    clearTimeout(timer)
    timer = setTimeout(hang, hangs)
  }
  if (!byOutput) child.on('message', moved)
  for (const [stream, out] of [
    [child.stdout!, process.stdout],
    [child.stderr!, process.stderr],
  ] as const)
    stream.on('data', (data: Buffer) => {
      printed = true
      if (byOutput) moved()
      if (silent) held.push(data)
      else out.write(data)
    })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  clearTimeout(timer)
  process.stdout.write(Buffer.concat(held))
  const problem = hung
    ? `hung: ${byOutput ? 'it printed nothing' : 'no test ended'} for ${(hangs / 60_000).toFixed(1)} min`
    : signal
      ? `was ended by ${signal}`
      : code === 0
        ? undefined
        : `ended with ${code}`
  return { problem, hung, printed }
}

/** Runs Vitest once; the second value is the files that a hang kept from starting. */
async function vitest(
  root: string,
  { env, projects = [], files = [] }: Step,
  { only = files, hangs = HANGS, passed: tell }: RunOptions,
): Promise<[Results, string[]]> {
  const args = ['run', ...only, ...projects.map((project) => `--project=${project}`)]
  const child = startNode(root, ['node_modules/vitest/vitest.mjs', ...args], { env, tells: true })
  const progress = createProgress()
  child.on('message', (sent) => {
    const message = sent as Message
    progress.hear(message)
    const result = message.type === 'fileEnded' ? progress.results.get(message.file) : undefined
    if (message.type === 'fileEnded' && result?.failures.length === 0) tell?.(message.file, result)
  })
  const { problem, hung } = await watch(child, hangs, false, false)
  const { results } = progress
  if (stop.aborted) return [results, []]
  const waiting = progress.waiting()
  // The set-up of the whole run would hang again.
  if (hung && !progress.begun()) return [new Map([[THE_RUN, failed(`${problem}, and no file had started`)]]), []]
  if (problem !== undefined)
    for (const { file, test } of progress.running())
      resultOf(results, file).failures.push(...failed(problem, test).failures)
  // A process that died leaves files behind, which are not run again: nobody knows what ended it.
  if (problem !== undefined && !hung)
    for (const file of waiting) results.set(file, failed(`was not run: the run ${problem}`))
  const { passed, failed: broken } = tallyOf(results)
  // A hang in a tear-down of the run belongs to no file.
  if (broken === 0 && problem !== undefined) results.set(THE_RUN, failed(problem))
  else if (broken === 0 && passed === 0) results.set(THE_RUN, failed('tested nothing'))
  return [results, hung ? waiting : []]
}

/** The files of a step of Vitest's. */
async function filesOf(root: string, { files, projects = [], env }: Step): Promise<readonly string[]> {
  if (files) return files
  const args = ['list', '--filesOnly', '--json', ...projects.map((project) => `--project=${project}`)]
  const { stdout } = await promisify(execFile)(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  })
  const listed = JSON.parse(stdout) as { file: string }[]
  return listed.map(({ file }) => relative(root, file).replaceAll('\\', '/'))
}

/**
 * Runs those files of a step of Vitest's that have not passed earlier. After a hang the files that it kept from
 * starting are run; after a second one, not.
 */
async function runTests(root: string, step: Step, options: RunOptions): Promise<Results> {
  const { earlier } = options
  if (earlier === undefined || earlier.size === 0) return runFiles(root, step, options)
  const only = (await filesOf(root, step)).filter((file) => !earlier.has(file))
  return new Map([...earlier, ...(only.length > 0 ? await runFiles(root, step, { ...options, only }) : [])])
}

async function runFiles(root: string, step: Step, options: RunOptions): Promise<Results> {
  const [results, left] = await vitest(root, step, options)
  if (left.length === 0 || stop.aborted) return results
  const [more, never] = await vitest(root, step, { ...options, only: left })
  for (const [file, result] of more) results.set(file, result)
  for (const file of never) results.set(file, failed('was not run: the step hung twice'))
  return results
}

async function runCommands(root: string, step: Step, options: RunOptions): Promise<Results> {
  const { commands = [], atOnce = 1, env } = step
  const results: Results = new Map(options.earlier)
  const left = commands.filter((args) => {
    const unit = args.join(' ')
    return !results.has(unit) && (options.only === undefined || options.only.includes(unit))
  })
  const work = async (): Promise<void> => {
    for (let args = left.shift(); args; args = left.shift()) {
      const child = startNode(root, args, { env, tells: false })
      const { problem, printed } = await watch(child, options.hangs ?? HANGS, atOnce > 1, true)
      if (stop.aborted) return
      const wrong = problem ?? (printed ? undefined : 'printed nothing')
      const unit = args.join(' ')
      const result = wrong === undefined ? { ...emptyResult(), passed: 1 } : failed(wrong)
      results.set(unit, result)
      if (wrong === undefined) options.passed?.(unit, result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** Runs a step; what came of it is kept in `.cache/reports`, too. */
export async function runStep(root: string, step: Step, options: RunOptions = {}): Promise<Results> {
  if (await step.skip?.(root)) return new Map([[step.name, { ...emptyResult(), passed: 1 }]])
  const results = await (step.projects ? runTests : runCommands)(root, step, options)
  const folder = `${root}/.cache/reports`
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/${step.name}.json`, JSON.stringify(Object.fromEntries(results), null, 1))
  if (!step.projects) for (const line of failureLines(results)) console.error(`${step.name}: ${line}`)
  return results
}
