import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { reportPictures } from './report/pictures.ts'

// `npm run report -- headers|others-ids|calls|roles`: runs the test that establishes it, and prints what it wrote.
// Headers are those of the built page: build first. `pictures FOLDER` puts the pictures of a folder with a manifest
// through what makes pictures at the server.

const root = fileURLToPath(new URL('..', import.meta.url))
const reports: Record<string, { project: string; test: string }> = {
  headers: { project: 'e2e', test: 'tests/e2e/starting/page-security.test.ts' },
  calls: { project: 'laws', test: 'tests/laws/spec/spec-calls.test.ts' },
  roles: { project: 'journeys', test: 'tests/journeys/attacks/roles.test.ts' },
  'others-ids': { project: 'journeys', test: 'tests/journeys/attacks/other-peoples-ids.test.ts' },
}
const [name = '', folder] = process.argv.slice(2)
if (name === 'pictures' && folder !== undefined) {
  console.log(await reportPictures(folder))
  process.exit(0)
}
const report = reports[name]
if (!report) throw new Error(`Usage: npm run report -- ${Object.keys(reports).join('|')}|pictures FOLDER`)
const child = spawn(
  process.execPath,
  [`${root}node_modules/vitest/vitest.mjs`, 'run', '--project', report.project, report.test, '--silent'],
  { cwd: root, stdio: 'inherit' },
)
const [code] = (await once(child, 'exit')) as [number | null]
console.log(await readFile(`${root}.cache/reports/${name}.txt`, 'utf8'))
process.exit(code ?? 1)
