import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/** The steps that have passed on a commit, for `--resume`. */
export interface Memory {
  /** Summary lines of the steps that have passed, by name. */
  readonly passed: ReadonlyMap<string, string>
  keep(step: string, line: string): void
}

interface Kept {
  commit: string
  passed: Record<string, string>
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

function read(file: string, commit: string): Record<string, string> {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
    return kept.commit === commit ? kept.passed : {}
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

/** Remembers in `.cache/reports` which steps passed on this commit. A tree with changes is not remembered. */
export function openMemory(root: string, resume: boolean, commit = commitOf(root)): Memory {
  const file = `${root}/.cache/reports/passed.json`
  if (commit === undefined) {
    if (resume) console.log('The tree has changes: no earlier result is of it, and every step runs.')
    return { passed: new Map(), keep: () => undefined }
  }
  const passed = new Map(resume ? Object.entries(read(file, commit)) : [])
  return {
    passed: new Map(passed),
    keep: (step, line) => {
      passed.set(step, line)
      mkdirSync(`${root}/.cache/reports`, { recursive: true })
      const kept: Kept = { commit, passed: Object.fromEntries(passed) }
      writeFileSync(file, JSON.stringify(kept, null, 1))
    },
  }
}
