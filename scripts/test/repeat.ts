import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { failureLines, shortened, tallyOf } from './results.ts'
import { stop } from './processes.ts'
import { runStep } from './run.ts'
import type { Step } from './steps.ts'

const UNTESTED = ['node_modules', 'dist', '.cache']

/** Keeps one core busy until it is killed, or until the process that started it is gone. */
const BUSY = `const parent = process.ppid
while (process.ppid === parent) for (let i = 0; i < 1e8; i++) Math.sqrt(i)`

/**
 * Runs the tests of a step that have this name, or whose files have it, again and again while other processes keep all
 * cores busy. In how many runs one failed, or none was found; a case that fails once in thirty runs is a defect.
 */
export async function repeat(root: string, step: Step, times: number, name: string | undefined): Promise<number> {
  if (!step.projects) throw new Error(`${step.name} has no tests that could be repeated`)
  const files = name === undefined ? [] : globSync(`**/*${name}*.test.{ts,tsx}`, { cwd: root, exclude: UNTESTED })
  const only = name === undefined || files.length > 0 ? files : ['--testNamePattern', name]
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', BUSY], { stdio: 'ignore' }),
  )
  let broken = 0
  try {
    for (let i = 1; i <= times && !stop.aborted; i++) {
      const since = performance.now()
      const results = await runStep(root, step, only.length > 0 ? { only } : {})
      const { passed, failed } = tallyOf(results)
      if (failed > 0) broken++
      for (const line of shortened(failureLines(results))) console.log(`  ${line}`)
      const seconds = ((performance.now() - since) / 1000).toFixed(0)
      console.log(
        `run ${i} of ${times}: ${passed} passed, ${failed} failed, ${seconds} s; ${broken} runs failed so far`,
      )
    }
  } finally {
    for (const child of busy) child.kill('SIGKILL')
  }
  return broken
}
