import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Results, UnitResult } from './results.ts'

/** The steps, files and commands that have passed on a commit, for `--resume`. */
export interface Memory {
  /** Summary lines of the steps that had passed when it was opened, by name. */
  readonly passed: ReadonlyMap<string, string>
  /** The results of a step's files or commands that had passed when it was opened. */
  unitsOf(step: string): ReadonlyMap<string, UnitResult>
  /** Keeps a step that has passed, with its summary line. */
  keep(step: string, line: string): void
  /** Keeps a file or command that has passed; its step may never come to its end. */
  keepUnit(step: string, unit: string, result: UnitResult): void
  /** Keeps those files or commands of a step that have passed, and forgets those that have failed. */
  keepUnits(step: string, results: Results): void
}

interface Kept {
  commit: string
  passed: Record<string, string>
  units: Record<string, Record<string, UnitResult>>
}

/** The commit of the working tree; undefined when the tree has changes, or is no checkout. */
function commitOf(root: string): string | undefined {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}

function read(file: string, commit: string): Kept {
  const nothing: Kept = { commit, passed: {}, units: {} }
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
    return kept.commit === commit ? { ...nothing, ...kept } : nothing
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing
    throw error
  }
}

const NOTHING: Memory = {
  passed: new Map(),
  unitsOf: () => new Map(),
  keep: () => undefined,
  keepUnit: () => undefined,
  keepUnits: () => undefined,
}

/** Remembers in `.cache/reports` what has passed on this commit. A tree with changes is not remembered. */
export function openMemory(root: string, resume: boolean, commit = commitOf(root)): Memory {
  const folder = `${root}/.cache/reports`
  const file = `${folder}/passed.json`
  if (commit === undefined) {
    if (resume) console.log('The tree has changes: no earlier result is of it, and every step runs.')
    return NOTHING
  }
  const before = resume ? read(file, commit) : { commit, passed: {}, units: {} }
  const now = structuredClone(before)
  const write = (): void => {
    mkdirSync(folder, { recursive: true })
    // A run that is killed meanwhile leaves the file as it was.
    writeFileSync(`${file}.new`, JSON.stringify(now, null, 1))
    renameSync(`${file}.new`, file)
  }
  return {
    passed: new Map(Object.entries(before.passed)),
    unitsOf: (step) => new Map(Object.entries(before.units[step] ?? {})),
    keep: (step, line) => {
      now.passed[step] = line
      write()
    },
    keepUnit: (step, unit, result) => {
      ;(now.units[step] ??= {})[unit] = result
      write()
    },
    keepUnits: (step, results) => {
      const units = (now.units[step] ??= {})
      for (const [unit, result] of results)
        if (result.failures.length === 0) units[unit] = result
        else delete units[unit]
      write()
    },
  }
}
