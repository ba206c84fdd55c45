import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

// The limits that oxlint holds for this house. Each is broken once in a small one, and has to be named there.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const lines = (count: number): string => 'void 0\n'.repeat(count)
const over = (count: number): string => `export function big(): void {\n${lines(count - 2)}}\n`

/** Planted files: the rule that has to name each; null for those within the limits. */
const planted: readonly (readonly [file: string, rule: string | null, text: string])[] = [
  ['server/long.ts', 'eslint(max-lines)', lines(301)],
  ['server/whole.ts', null, lines(300)],
  ['tests/long.test.ts', 'eslint(max-lines)', lines(301)],
  ['server/big.ts', 'eslint(max-lines-per-function)', over(81)],
  ['server/full.ts', null, over(80)],
  ['server/arrow.ts', 'eslint(max-lines-per-function)', `export const big = (): void => {\n${lines(79)}}\n`],
  ['tests/big.test.ts', null, over(200)],
]

interface Found {
  filename: string
  code: string
}

let house: string
let found: Found[]

function lint(cwd: string): Promise<Found[]> {
  const args = [`${root}node_modules/oxlint/bin/oxlint`, '-f', 'json', '.']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd }, (_failed, stdout, stderr) => {
      if (stdout) resolve((JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics)
      else reject(new Error(stderr))
    })
  })
}

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'caravan-house-'))
  for (const file of ['.oxlintrc.json', 'package.json']) await cp(root + file, join(house, file))
  await symlink(`${root}node_modules`, join(house, 'node_modules'), 'junction')
  for (const [file, , text] of planted) {
    await mkdir(dirname(join(house, file)), { recursive: true })
    await writeFile(join(house, file), text)
  }
  found = await lint(house)
})
afterAll(() => rm(house, { recursive: true }))

it.each(planted)('%s: %s', (file, rule) => {
  const limits = found.filter(({ filename, code }) => filename === file && /max-lines/.test(code))
  expect([...new Set(limits.map(({ code }) => code))]).toEqual(rule === null ? [] : [rule])
})
