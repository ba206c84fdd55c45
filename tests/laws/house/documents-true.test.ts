import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { baseline } from '#contract/baseline.ts'
import { settingNames } from '#server/config/config.ts'
import { MARKET_USAGE } from '#server/operator/commands/operate.ts'
import { allSteps, testSteps } from '../../../scripts/test/steps.ts'

// Everything that the documents name is there: files, folders, scripts, commands, tests. Whether a sentence is true is
// for people to judge.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const rooms = ['contract', 'localdb', 'worker', 'sw', 'src', 'server', 'locales', 'tests', 'scripts', 'docs', 'bench']
const all = globSync(['*', '.*', ...rooms.flatMap((room) => [room, `${room}/**`])], { cwd: root })
const there = new Set(all)
const ends = (path: string): boolean => all.some((file) => file === path || file.endsWith(`/${path}`))
const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const textOf = (document: string): string => readFileSync(join(root, document), 'utf8')
const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map((m) => m[1]!)
const ROOMS = new RegExp(`^(?:${rooms.join('|')})/[\\w./-]*$`)
const FILE = /^\w[\w.-]*(?:\/[\w.-]+)*\.(?:ts|tsx|css|sql|md)$/
/** A name that stands for any: NNNN_….sql, xx.json. */
const forAny = /‹|…|\bxx\b/

describe.each(documents)('%s names only', (document) => {
  const text = textOf(document)

  it('files and folders that are there', () => {
    const named = quoted(text).filter((name) => (ROOMS.test(name) || FILE.test(name)) && !forAny.test(name))
    expect(named.filter((name) => !there.has(normalize(name).replace(/\/$/, '')) && !ends(name))).toEqual([])
  })

  it('scripts that can be run', () => {
    const runs = [...text.matchAll(/npm run ([\w:-]+)/g)].map((m) => m[1]!)
    expect(runs.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('pages to read on that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((m) => m[1]!)
    const own = links.filter((link) => !/^(?:https?:|\/|drawn\/)/.test(link))
    expect(own.filter((link) => !there.has(join(dirname(document), link).replace(/\/$/, '')))).toEqual([])
  })
})

it('every npm script but those of npm itself has its line in the README', () => {
  const readme = textOf('README.md')
  const own = ['start', 'test', 'freeze']
  expect(Object.keys(scripts).filter((name) => !own.includes(name) && !readme.includes(`npm run ${name}`))).toEqual([])
})

it('every command of the README runs in `npm run test:all`, and every browser test of `npm test` is there', () => {
  const ran = allSteps.flatMap(({ commands = [] }) => commands)
  const runs = (name: string): boolean => {
    const words = scripts[name]!.split(' ')
    const file = words.find((word) => word.endsWith('.ts')) ?? `node_modules/${words[0]}/bin/${words[0]}`
    return ran.some(
      (command) => command.includes(file) || (command[0] === 'scripts/test/try-serving.ts' && command[1] === name),
    )
  }
  const named = [...textOf('README.md').matchAll(/npm run ([\w:-]+)/g)].map((m) => m[1]!)
  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter((name) => !runs(name))).toEqual([])
  expect(testSteps.flatMap(({ files = [] }) => files).filter((file) => !there.has(file))).toEqual([])
})

it('every command of a market stands in the README', () => {
  const commands = [...new Set([...MARKET_USAGE.matchAll(/^ {2}(\w+)/gm)].map((m) => m[1]!))]
  expect(commands.length).toBeGreaterThan(20)
  const line = textOf('README.md')
    .split('\n')
    .find((one) => one.startsWith('| `npm run market --'))!
  expect(quoted(line).slice(1).toSorted()).toEqual(commands.toSorted())
})

it('every setting of a market stands in the table of settings, and no other', () => {
  const rows = textOf('docs/settings.md')
    .split('\n')
    .flatMap((line) => /^\| (`[^|]+)\|/.exec(line)?.[1] ?? [])
  expect(rows.flatMap(quoted).toSorted()).toEqual(settingNames.toSorted())
})

it('the tests by which something is shown are there', () => {
  const tests = new Set(all.filter((file) => file.endsWith('.test.ts')).map((file) => basename(file, '.test.ts')))
  const rows = textOf('docs/shown.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const named = rows.flatMap((row) => [...row.matchAll(/\((`[^)]*)\)/g)].flatMap((m) => quoted(m[1]!)))
  expect(named.length).toBeGreaterThan(60)
  expect(
    named.filter(
      (name) => !name.includes(' ') && !tests.has(basename(name, '.test.ts')) && !there.has(name.replace(/\/$/, '')),
    ),
  ).toEqual([])
})

it('the README names the oldest browsers as the build has them', () => {
  const { chrome, firefox, safari } = baseline
  expect(textOf('README.md')).toContain(
    `Chrome and Edge ${chrome}, Firefox ${firefox} and Safari ${safari}, and newer ones`,
  )
})
