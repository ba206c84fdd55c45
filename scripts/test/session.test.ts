import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'

// The runner on planted tests: one that always fails, one that fails once, some that hang, one whose run is killed.
// Most of the time passes in waiting for a hang, so they run at once.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Long enough for Vitest to start on a busy machine (ms). */
const HANGS = 20_000
const HEAD = `import { existsSync, writeFileSync } from 'node:fs'\nimport { beforeAll, expect, it } from 'vitest'\n`
const FOR_EVER = 'new Promise(() => undefined)'
/** The same where nothing else keeps the process alive. */
const AWAKE = 'new Promise((resolve) => setTimeout(resolve, 2 ** 30))'
/** How a process ends that is killed; on Windows nobody hears of the signal. */
const KILLED = process.platform === 'win32' ? 'ended with 1' : 'was ended by SIGKILL'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 }))))

interface Planted {
  /** Files of tests, without what they all import. */
  tests: Record<string, string>
  /** The projects of Vitest and the steps, in the words of their files. */
  projects: string
  steps: string
  /** The set-up of the whole run, and what happens once a message is on its way to the runner. */
  setUp?: string
  afterSend?: string
  /** Further files, by name. */
  more?: Record<string, string>
  /** Declares the memory of what has passed. */
  memory?: string
}

/** Knows nothing, and prints which steps it is to keep. */
const FORGETFUL = `const memory = {
  ...openMemory('.', false),
  ...{ passed: new Map([['slower', 'a line']]), keep: (step) => console.log('kept ' + step) },
}`

/** Makes a project of its own for the runner. */
async function plant(planted: Planted): Promise<string> {
  const { tests, projects, steps, setUp, afterSend = '() => undefined', more, memory = FORGETFUL } = planted
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache/runner-'))
  folders.push(folder)
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const source = (name: string): string => JSON.stringify(pathToFileURL(join(ROOT, 'scripts/test', name)).href)
  const files: Record<string, string> = {
    ...Object.fromEntries(Object.entries(tests).map(([name, text]) => [name, HEAD + text])),
    'vitest.config.mjs': `import { existsSync } from 'node:fs'
import { createReporter } from ${source('reporter.ts')}
const project = (name, include, more) => ({ test: { name, include, testTimeout: 0, hookTimeout: 0, ...more } })
const sorted = (files) => files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
const afterSend = ${afterSend}
const send = (message) => process.send(message, () => afterSend(message))
export default { test: {
  reporters: ['dot', createReporter(${JSON.stringify(folder)}, send)],
  sequence: { sequencer: class { sort = sorted; shard = sorted } },
  globalSetup: ${setUp === undefined ? '[]' : `['set-up.mjs']`},
  projects: ${projects},
} }`,
    'session.ts': `import { runSession } from ${source('session.ts')}
import { openMemory } from ${source('memory.ts')}
${memory}
const { sound } = await runSession(${JSON.stringify(folder)}, ${steps}, { memory, hangs: ${HANGS} })
process.exit(sound ? 0 : 1)`,
    ...(setUp === undefined ? {} : { 'set-up.mjs': setUp }),
    ...more,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** Runs the planted session to its end; the summary's lines come without their times. */
async function run(folder: string): Promise<{ code: unknown; output: string; summary: string[] }> {
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [join(folder, 'session.ts')], { cwd: folder }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, output: stdout }),
    )
  })
  const summary = output
    .slice(output.lastIndexOf('\n✗ stories'))
    .trim()
    .replaceAll(/ +\d+ s$/gm, ' S s')
    .split('\n')
  return { code, output, summary }
}

it.concurrent('names what hangs, keeps what ended, runs failures again alone, and tells what is unsteady', async () => {
  const folder = await plant({
    tests: {
      'a-steady.test.mjs': `it('passes', () => undefined)\nit.skipIf(true)('needs a database', () => undefined)`,
      'a-broken.test.mjs': `it('never passes', () => expect(1).toBe(2))\nit('passes', () => undefined)`,
      'a-unsteady.test.mjs': `it('passes the second time', () => {
  if (existsSync('been-here')) return
  writeFileSync('been-here', '')
  throw new Error('not yet')
})`,
      'b-hung.test.mjs': `it('ends', () => undefined)\nit('waits for ever', () => ${FOR_EVER})`,
    },
    projects: `[project('stories', ['a-*.test.mjs']), project('slow', ['b-*.test.mjs'])]`,
    steps: `[{ name: 'stories', projects: ['stories'], again: true }, { name: 'slow', projects: ['slow'] }]`,
  })
  const { code, output, summary } = await run(folder)
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

it.concurrent('names files whose set-up or import hangs, keeps what ended, runs what had not started', async () => {
  const folder = await plant({
    tests: {
      'a-steady.test.mjs': `it('passes', () => undefined)`,
      'b-hook.test.mjs': `beforeAll(() => ${FOR_EVER})\nit('is never begun', () => undefined)`,
      'c-import.test.mjs': `await ${AWAKE}\nit('is never known', () => undefined)`,
      'd-later.test.mjs': `it('passes, too', () => undefined)`,
    },
    projects: `[project('stories', ['*.test.mjs'], { maxWorkers: 2 })]`,
    steps: `[{ name: 'stories', projects: ['stories'] }]`,
  })
  const { code, output, summary } = await run(folder)
  expect(summary).toEqual([
    '✗ stories                2 passed    2 failed S s',
    '  all S s',
    'Failed:',
    '  stories: b-hook.test.mjs: hung: no test ended for 0.3 min',
    '  stories: c-import.test.mjs: hung: no test ended for 0.3 min',
    '2 passed, 2 failed',
  ])
  expect(code).toBe(1)
  expect(output).not.toContain('kept')
})

it.concurrent('says that the set-up of a whole run hangs', async () => {
  const folder = await plant({
    tests: { 'a-steady.test.mjs': `it('passes', () => undefined)` },
    projects: `[project('stories', ['*.test.mjs'])]`,
    steps: `[{ name: 'stories', projects: ['stories'] }]`,
    setUp: `export const setup = () => ${AWAKE}`,
  })
  const { code, summary } = await run(folder)
  expect(summary).toEqual([
    '✗ stories                0 passed    1 failed S s',
    '  all S s',
    'Failed:',
    '  stories: the run: hung: no test ended for 0.3 min, and no file had started',
    '0 passed, 1 failed',
  ])
  expect(code).toBe(1)
})

it.concurrent('fails a run that is killed, keeps what ended before and names what did not', async () => {
  const folder = await plant({
    tests: {
      'a-steady.test.mjs': `it('passes', () => undefined)`,
      'b-killed.test.mjs': `it('ends', () => undefined)\nit('is under way', () => ${FOR_EVER})`,
      'c-later.test.mjs': `it('is never begun', () => undefined)`,
    },
    projects: `[project('stories', ['*.test.mjs'], { maxWorkers: 1 })]`,
    steps: `[{ name: 'stories', projects: ['stories'] }]`,
    // As the system kills it when memory runs out: it hears nothing of it.
    afterSend: `({ type, test }) => {
  if (type === 'testStarted' && test === 'is under way') process.kill(process.pid, 'SIGKILL')
}`,
  })
  const { code, output, summary } = await run(folder)
  expect(summary).toEqual([
    '✗ stories                2 passed    2 failed S s',
    '  all S s',
    'Failed:',
    `  stories: b-killed.test.mjs › is under way: ${KILLED}`,
    `  stories: c-later.test.mjs: was not run: the run ${KILLED}`,
    '2 passed, 2 failed',
  ])
  expect(code).toBe(1)
  expect(output).not.toContain('kept')
})

it.concurrent(
  'sums up what has ended when it is stopped, and begins no other step',
  { skip: process.platform === 'win32' },
  async () => {
    const folder = await plant({
      tests: {
        'a-steady.test.mjs': `it('passes', () => undefined)`,
        'b-long.test.mjs': `it('is under way', () => ${FOR_EVER})`,
      },
      projects: `[project('stories', ['*.test.mjs'], { maxWorkers: 1 })]`,
      steps: `[{ name: 'first', commands: [['done.mjs']] }, { name: 'stories', projects: ['stories'], again: true },
{ name: 'never', commands: [['done.mjs']] }]`,
      // Ctrl-C reaches the runner only: its children have process groups of their own.
      afterSend: `({ type, test }) => {
  if (type === 'testStarted' && test === 'is under way') process.kill(process.ppid, 'SIGINT')
}`,
      more: { 'done.mjs': `console.log('done')` },
    })
    const { code, output, summary } = await run(folder)
    expect(summary).toEqual([
      '✗ stories                1 passed    1 failed S s',
      '  never              not run',
      '  all S s',
      'Failed:',
      '  stories: stories: was stopped by SIGINT',
      '2 passed, 1 failed',
    ])
    expect(output.match(/^kept .*/gm)).toEqual(['kept first'])
    expect(code).toBe(1)
  },
)

it.concurrent('runs commands as a shell does: one that would hear messages ends when its work does', async () => {
  const folder = await plant({
    tests: {},
    projects: '[]',
    steps: `[{ name: 'stories', commands: [['listening.mjs']] }]`,
    more: { 'listening.mjs': `process.on('message', () => undefined)\nconsole.log('done')` },
  })
  const { code, output } = await run(folder)
  expect(output).toContain('kept stories')
  expect(output.trim()).toMatch(/1 passed, 0 failed$/)
  expect(code).toBe(0)
})

it.concurrent(
  'goes on where an earlier run was stopped: what had passed by then is not run again',
  { skip: process.platform === 'win32' },
  async () => {
    const folder = await plant({
      tests: {
        'a-steady.test.mjs': `it('passes', () => console.log('a ran'))`,
        'b-stopped.test.mjs': `it('is under way', () => (existsSync('resumed') ? undefined : ${FOR_EVER}))`,
        'c-later.test.mjs': `it('passes, too', () => undefined)`,
      },
      projects: `[project('stories', ['*.test.mjs'], { maxWorkers: 1 })]`,
      steps: `[{ name: 'first', commands: [['done.mjs']] }, { name: 'stories', projects: ['stories'], again: true }]`,
      afterSend: `({ type, test }) => {
  if (type === 'testStarted' && test === 'is under way' && !existsSync('resumed')) process.kill(process.ppid, 'SIGINT')
}`,
      more: { 'done.mjs': `console.log('done')` },
      memory: `const memory = openMemory('.', true, 'a commit')`,
    })
    expect((await run(folder)).output).toContain('a ran')
    await writeFile(join(folder, 'resumed'), '')
    const { code, output } = await run(folder)
    expect(output).not.toContain('a ran')
    expect(output).not.toContain('── first')
    expect(output).toMatch(/✓ first .* earlier on this commit/)
    expect(output).toMatch(/✓ stories +3 passed +0 failed/)
    expect(code).toBe(0)
  },
)
