import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lacksOfSources } from '../baseline/apis.ts'
import { inSources, judge } from '../baseline/exceptions.ts'

// What the browsers' rooms use that some browser of the baseline (contract/baseline.ts) lacks. What was built is judged
// by tests/e2e/baseline.test.ts: libraries, syntax and styles.

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
const filesOf = (rooms: readonly string[]): string[] =>
  rooms
    .flatMap((room) => globSync(`${root}/${room}/**/*.{ts,tsx}`))
    .filter((file) => !/\.test\.tsx?$|[\\/]entry-\w+\.tsx?$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))

const page = filesOf(['src', 'localdb', 'contract'])
const workers = filesOf(['worker', 'sw'])
const found = judge(
  [
    ...lacksOfSources(root, page, ['esnext', 'dom', 'dom.iterable']),
    ...lacksOfSources(root, workers, ['esnext', 'webworker']),
  ],
  inSources,
)
for (const line of found) console.error(line)
console.log(`${page.length + workers.length} files looked at`)
process.exit(found.length > 0 ? 1 : 0)
