import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { mutations } from '#contract/mutations.ts'
import { routes } from '../../../src/app/routes.ts'

// docs/specification.md is counted, and each test that it names is there. What the tests show, they show themselves.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const parts = readFileSync(`${root}/docs/specification.md`, 'utf8').split(/^## /m)
const states = ['done', 'otherwise', 'in part', 'missing'] as const

interface Row {
  required: string
  n: number
  state: string
  shown: string[]
}
const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((m) => m[1]!)
const sections = parts.slice(1).map((part) => ({
  name: part.slice(0, part.indexOf('\n')),
  rows: part
    .split('\n')
    .filter((line) => /^\|.*\| \d+ \|/.test(line))
    .map(cells)
    .map(([required = '', n, state = '', shown = '']): Row => ({
      required,
      n: Number(n),
      state,
      shown: quoted(shown),
    })),
}))
const stateOf = ({ state }: Row): (typeof states)[number] | undefined => states.find((one) => state.startsWith(one))
const every = sections.flatMap(({ rows }) => rows)

describe('the table of the specification', () => {
  it('has 456 requirements, each in a state, counted at its head', () => {
    expect(every.filter((row) => stateOf(row) === undefined)).toEqual([])
    const count = (rows: readonly Row[]) =>
      states.map((state) => rows.filter((row) => stateOf(row) === state).reduce((sum, { n }) => sum + n, 0))
    const sum = (rows: readonly Row[]) => rows.reduce((all, { n }) => all + n, 0)
    const counted = [
      ...sections.map(({ name, rows }) => [name, sum(rows), ...count(rows)].join(' | ')),
      ['all', sum(every), ...count(every)].join(' | '),
    ]
    expect(
      parts[0]!
        .split('\n')
        .filter((line) => /^\|.*\d \|$/.test(line))
        .map((line) => cells(line).join(' | ')),
    ).toEqual(counted)
    expect(sum(every)).toBe(456)
  })

  it('names tests that there are, for whatever is there', () => {
    const tests = new Set(
      globSync('**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' }).map((file) =>
        basename(file, '.test.ts'),
      ),
    )
    expect(every.flatMap(({ shown }) => shown).filter((name) => !tests.has(name))).toEqual([])
    expect(every.filter((row) => stateOf(row) !== 'missing' && row.shown.length === 0)).toEqual([])
  })

  it('says of each route and call whether it is there', () => {
    const paths = routes.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
    const calls = [...Object.values(endpoints), ...Object.values(mutations)].map(({ path }) => path as string)
    const namesIn = (of: string, name: (text: string) => string) =>
      sections
        .find(({ name }) => name.startsWith(of))!
        .rows.flatMap((row) =>
          quoted(row.required)
            .filter((text) => text.includes('/'))
            .map((text) => ({ text: name(text), row })),
        )
    const wrong =
      (all: readonly string[]) =>
      (one: { text: string; row: Row }): boolean =>
        all.includes(one.text) === (stateOf(one.row) === 'missing')
    const ways = namesIn('§2 Routes', (text) => text)
    expect(ways.length).toBeGreaterThanOrEqual(35)
    expect(ways.filter(wrong(paths)).map(({ text }) => text)).toEqual([])
    const asked = namesIn('§7', (text) => `/api/${text.replace(/^GET \/api\//, '')}`)
    expect(asked.length).toBeGreaterThanOrEqual(26)
    expect(asked.filter(wrong(calls)).map(({ text }) => text)).toEqual([])
  })
})
