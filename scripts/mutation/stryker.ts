import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { isKilled, readReport, type Mutant, type StrykerReport } from './report.ts'

/** One run of Stryker. */
export interface Run {
  /** The stem of the names of its files in the cache. */
  name: string
  /** Globs of the tests that judge. */
  tests: readonly string[]
  /** Files, or ranges of them, to mutate. */
  mutate: readonly string[]
  /** One mutant at a time and with patience, and nothing remembered: whether it hangs for certain. */
  alone: boolean
}

/**
 * Leaves only the killed mutants in what Stryker remembers. It would keep calling a mutant of a file's top level a
 * survivor after a test for it was written.
 */
async function forgetSurvivors(file: string): Promise<void> {
  if (!existsSync(file)) return
  const report = JSON.parse(await readFile(file, 'utf8')) as StrykerReport
  for (const of of Object.values(report.files)) of.mutants = of.mutants.filter(isKilled)
  await writeFile(file, JSON.stringify(report))
}

/** Runs Stryker and returns every mutant with its status. @throws when it ends without a report. */
export async function runStryker(root: string, cache: string, { name, tests, mutate, alone }: Run): Promise<Mutant[]> {
  const report = `${cache}/${name}.json`
  const config = `${cache}/${name}.config.json`
  const incrementalFile = `${cache}/${name}.incremental.json`
  await forgetSurvivors(incrementalFile)
  await rm(report, { force: true })
  await writeFile(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: true },
      mutate: [...mutate, '!**/*.test.ts'],
      coverageAnalysis: 'perTest',
      // The tests run without a type check, as they do in `npm test`.
      disableTypeChecks: false,
      concurrency: alone ? 1 : 2,
      timeoutMS: alone ? 120_000 : 45_000,
      incremental: !alone,
      incrementalFile,
      tempDirName: '.cache/stryker',
      ignorePatterns: ['.cache', 'dist', 'data'],
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      warnings: { slow: false },
    }),
  )
  const stryker = `${root}node_modules/@stryker-mutator/core/bin/stryker.js`
  const child = spawn(process.execPath, [stryker, 'run', config], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TESTS: JSON.stringify(tests) },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 || !existsSync(report)) throw new Error(`${name}: Stryker ended with ${code} and no report`)
  return readReport(report)
}
