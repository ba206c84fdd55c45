import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The runner on planted tests: one that always fails, one that fails once, one that hangs.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Long enough for Vitest to start on a busy machine (ms). */
const HANGS = 20_000
let folder: string

beforeAll(async () => {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  folder = await mkdtemp(join(ROOT, '.cache/runner-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const reporter = pathToFileURL(join(ROOT, 'scripts/test/reporter.ts')).href
  const file = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text)
  await file(
    'vitest.config.mjs',
    `import { createReporter } from ${JSON.stringify(reporter)}
const project = (name, include) => ({ test: { name, include, testTimeout: 0 } })
export default { test: {
  reporters: ['dot', createReporter(${JSON.stringify(folder)}, (message) => process.send(message))],
  projects: [project('stories', ['a-*.test.mjs']), project('slow', ['b-*.test.mjs'])],
} }`,
  )
  const head = `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, it } from 'vitest'\n`
  await file('a-steady.test.mjs', `${head}it('passes', () => undefined)\nit.skip('needs a database', () => undefined)`)
  await file('a-broken.test.mjs', `${head}it('never passes', () => expect(1).toBe(2))\nit('passes', () => undefined)`)
  await file(
    'a-unsteady.test.mjs',
    `${head}it('passes the second time', () => {
  if (existsSync('been-here')) return
  writeFileSync('been-here', '')
  throw new Error('not yet')
})`,
  )
  await file(
    'b-hung.test.mjs',
    `${head}it('ends', () => undefined)\nit('waits for ever', () => new Promise(() => undefined))`,
  )
  await file(
    'session.ts',
    `import { runSession } from ${JSON.stringify(pathToFileURL(join(ROOT, 'scripts/test/session.ts')).href)}
const steps = [{ name: 'stories', projects: ['stories'], again: true }, { name: 'slow', projects: ['slow'] }]
const memory = { passed: new Map([['slower', 'a line']]), keep: (step) => console.log('kept ' + step) }
const { sound } = await runSession(${JSON.stringify(folder)}, steps, { memory, hangs: ${HANGS} })
process.exit(sound ? 0 : 1)`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

it('names what hangs and keeps what ended, runs failures again alone, and says in the end what is unsteady', async () => {
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [join(folder, 'session.ts')], { cwd: folder }, (error, stdout) =>
      resolve({ code: error?.code, output: stdout }),
    )
  })
  const summary = output
    .slice(output.lastIndexOf('\n✗ stories'))
    .trim()
    .replaceAll(/ +\d+ s$/gm, ' S s')
    .split('\n')
  expect(summary).toEqual([
    '✗ stories                3 passed    1 failed S s',
    '✗ slow                   1 passed    1 failed S s',
    '  all S s',
    '1 skipped:',
    '  needs a database',
    'Unsteady (failed, and passed when run again alone; at most 5):',
    '  stories: a-unsteady.test.mjs › passes the second time: Error: not yet',
    'Failed:',
    '  stories: a-broken.test.mjs › never passes: AssertionError: expected 1 to be 2 // Object.is equality',
    '  slow: b-hung.test.mjs › waits for ever: hung: no test ended for 0.3 min',
    '4 passed, 2 failed',
  ])
  expect(code).toBe(1)
  expect(output).not.toContain('kept')
  expect(output.match(/── stories: a-broken.test.mjs once more ──/g)).toHaveLength(2)
  expect(JSON.parse(await readFile(join(folder, '.cache/reports/unsteady.json'), 'utf8'))).toEqual([
    {
      step: 'stories',
      unit: 'a-unsteady.test.mjs',
      failures: ['a-unsteady.test.mjs › passes the second time: Error: not yet'],
      tries: 1,
    },
  ])
})
