import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { exceptions } from './exceptions.ts'
import { faultsOf, staleExceptions } from './house.ts'

// Lengths of lines, openings of comments, and how rooms are crossed, over every file of code or style that git knows or
// would add.

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.css', '*.cjs', '*.mjs'], {
  encoding: 'utf8',
})
const files = new Map(
  listed
    .split('\n')
    .filter((path) => path && existsSync(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)
const faults = [...files].flatMap(([path, text]) => faultsOf(path, text, exceptions))
faults.push(...staleExceptions(files, exceptions))
if (files.size === 0) faults.push('no TypeScript file was found: a checker that looks at nothing finds nothing')
console.log(faults.length ? faults.join('\n') : `${files.size} files within their limits`)
process.exit(faults.length ? 1 : 0)
