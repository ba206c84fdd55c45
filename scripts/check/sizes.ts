import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { exceptions } from './exceptions.ts'
import { faultsOf, sharedNames, staleExceptions, wrongSubjects } from './house.ts'

// Lengths of lines, openings of comments, names, and how rooms are crossed, over every file of code or style that git
// knows or would add; and the subjects of commits.

/** The last commit before subjects were checked. */
const UNCHECKED = 'e1c7c30e080390152483ef1f53934bb6960a0d10'

/** The subjects of the commits since; none where a shallow clone does not reach back so far. */
function subjects(): string[] {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    git('merge-base', '--is-ancestor', UNCHECKED, 'HEAD')
  } catch {
    return []
  }
  return git('log', '--no-merges', '--format=%s', `${UNCHECKED}..HEAD`).split('\n').filter(Boolean)
}

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.cjs', '*.mjs'],
  {
    encoding: 'utf8',
  },
)
const files = new Map(
  listed
    .split('\n')
    .filter((path) => path && existsSync(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)
const faults = [...files].flatMap(([path, text]) => faultsOf(path, text, exceptions))
faults.push(...staleExceptions(files, exceptions), ...sharedNames(files))
faults.push(
  ...wrongSubjects(subjects()).map((subject) => `commit “${subject}”: write “area: imperative”, at most 72 characters`),
)
if (files.size === 0) faults.push('no TypeScript file was found: a checker that looks at nothing finds nothing')
console.log(faults.length ? faults.join('\n') : `${files.size} files within their limits`)
process.exit(faults.length ? 1 : 0)
