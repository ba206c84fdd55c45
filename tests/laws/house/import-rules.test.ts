import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// A checker that looks at nothing finds nothing. So here a small house is built in which every row of the
// table "who may import whom" is broken once, and each break must be named.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const config = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`) as { forbidden: { name: string }[] }

/** The modules that the planted files import; each obeys the rules itself. */
const ground: Record<string, string> = {
  'contract/cart/schema.ts': 'export const cart = 1\n',
  'contract/word.ts': 'export const word = 1\nexport type Word = number\n',
  'contract/c2.ts': "import type { B } from './c1.ts'\nexport type A = B\n",
  'localdb/open.ts': 'export const open = 1\n',
  'localdb/memory.ts': 'export const memoryReaders = 1',
  'localdb/read.ts': 'export const read = 1\n',
  'localdb/device.ts': 'export const device = 1\n',
  'localdb/queries/cart/items.ts': 'export const rows = 1\n',
  'worker/attic/attic.ts': 'export const attic = 1',
  'worker/commands/call.ts': 'export const call = 1',
  'worker/session/session.ts': 'export const session = 1',
  'worker/main.ts': 'export const main = 1\nexport type Main = number\n',
  'worker/api/worker-api.ts': 'export type Api = number\nexport const api = 1\n',
  'server/app.ts': 'export const app = 1\n',
  'server/main.ts': 'export const server = 1\n',
  'server/db/tables/tables.ts': 'export const tables = 1\n',
  'server/signer/log/log.ts': 'export const log = 1\n',
  'server/signer/keys.ts': 'export const keys = 1\n',
  'server/signer/protocol/evm-transaction.ts': 'export const gas = 1\n',
  'server/chains/ether.ts': "export { gas } from '../signer/protocol/evm-transaction.ts'\n",
  'server/attic/attic.ts': 'export const attic = 1\n',
  'server/cart/handlers.ts': 'export const cart = 1\n',
  'server/orders/placing/place.ts': 'export const place = 1\n',
  'src/app/shell.ts': 'export const shell = 1\n',
  'src/data/use-live.ts': 'export const live = 1\n',
  'src/parts/card.ts': 'export const card = 1\n',
  'src/lists/product-list.ts': 'export const list = 1\n',
  'src/features/home/home-screen.ts': 'export const home = 1\n',
  'src/ui/button.ts': 'export const button = 1\n',
  'tests/support/device/world.ts': 'export const world = 1\n',
  'scripts/tool.ts': 'export const tool = 1\n',
}

/** One break per line: the rule that must name it, where it is planted, what it imports. */
const plants: readonly (readonly [rule: string, file: string, statement: string])[] = [
  ['contract', 'contract/p1.ts', "import { Dexie as x } from 'dexie'"],
  ['contract', 'contract/p2.ts', "import { z as x } from 'zod'"],
  ['contract', 'contract/p3.ts', "import { readFile as x } from 'node:fs'"],
  ['contract', 'contract/p4.ts', "import { read as x } from '#localdb/read.ts'"],
  ['contract-rules', 'contract/cart/p5.ts', "import { cart as x } from './schema.ts'"],
  ['contract-rules', 'contract/cart/p6.ts', "import { z as x } from 'zod/mini'"],
  ['src-schemas-by-type', 'src/data/p7.ts', "import { cart as x } from '#contract/cart/schema.ts'"],
  ['src-schemas-by-type', 'localdb/p8.ts', "import { cart as x } from '#contract/cart/schema.ts'"],
  ['localdb', 'localdb/p1.ts', "import { main as x } from '#worker/main.ts'"],
  ['localdb', 'localdb/p2.ts', "import { useState as x } from 'react'"],
  ['worker', 'worker/p1.ts', "import { app as x } from '#server/app.ts'"],
  ['worker', 'worker/p2.ts', "import { shell as x } from '../src/app/shell.ts'"],
  ['worker', 'worker/p3.ts', "import { useState as x } from 'react'"],
  ['worker', 'worker/p4.ts', "import { z as x } from 'zod/mini'"],
  ['worker-unsent-file', 'worker/unsent/file-schema.ts', "import { main as x } from '../main.ts'"],
  ['worker-rooms', 'worker/wire/p5.ts', "import { session as x } from '../session/session.ts'"],
  ['worker-rooms', 'worker/session/p6.ts', "import type { call as x } from '../commands/call.ts'"],
  ['worker-rooms-listed', 'worker/p7.ts', "import { attic as x } from './attic/attic.ts'"],
  ['sw', 'sw/p1.ts', "import { open as x } from '#localdb/open.ts'"],
  ['sw', 'sw/p2.ts', "import { main as x } from '#worker/main.ts'"],
  ['server', 'server/http/p1.ts', "import { open as x } from '#localdb/open.ts'"],
  ['server', 'server/http/p2.ts', "import { useState as x } from 'react'"],
  ['src', 'src/app/p1.ts', "import { app as x } from '#server/app.ts'"],
  ['src', 'src/app/p2.ts', "import { open as x } from '#localdb/open.ts'"],
  ['src', 'src/data/p3.ts', "import { Dexie as x } from 'dexie'"],
  ['src-crossing-only-in-data', 'src/app/p4.ts', "import { wrap as x } from 'comlink'"],
  ['src-crossing-only-in-data', 'src/parts/p5.ts', "import { get as x } from 'idb-keyval'"],
  ['src-memory-only-for-documents', 'src/data/p5a.ts', "import { memoryReaders as x } from '#localdb/memory.ts'"],
  ['src-worker-by-type', 'src/data/p6.ts', "import { api as x } from '#worker/api/worker-api.ts'"],
  ['src-features', 'src/features/cart/p1.ts', "import { home as x } from '../home/home-screen.ts'"],
  ['src-features', 'src/features/cart/p2.ts', "import { wrap as x } from 'comlink'"],
  ['src-features', 'src/features/cart/p3.ts', "import { shell as x } from '../../app/shell.ts'"],
  ['src-features', 'src/features/cart/p4.ts', "import { read as x } from '#localdb/read.ts'"],
  ['src-lists', 'src/lists/p1.ts', "import { home as x } from '../features/home/home-screen.ts'"],
  ['src-lists', 'src/lists/p2.ts', "import { shell as x } from '../app/shell.ts'"],
  ['src-parts', 'src/parts/p3.ts', "import { list as x } from '../lists/product-list.ts'"],
  ['src-parts', 'src/parts/p1.ts', "import { home as x } from '../features/home/home-screen.ts'"],
  ['src-parts', 'src/parts/p2.ts', "import { shell as x } from '../app/shell.ts'"],
  ['src-links', 'src/links/p1.ts', "import { live as x } from '../data/use-live.ts'"],
  ['src-ui', 'src/ui/p1.ts', "import type { Word as x } from '#contract/word.ts'\nexport type P = x"],
  ['src-ui', 'src/ui/p2.ts', "import { live as x } from '../data/use-live.ts'"],
  ['signer', 'server/signer/p1.ts', "import { tables as x } from '../db/tables/tables.ts'"],
  ['signer', 'server/signer/p2.ts', "import { useState as x } from 'react'"],
  ['signer-by-its-protocol', 'server/http/p3.ts', "import { log as x } from '../signer/log/log.ts'"],
  ['signer-by-its-protocol', 'server/http/p4.ts', "import { keys as x } from '../signer/keys.ts'"],
  ['server-floors', 'server/http/p5.ts', "import { cart as x } from '../cart/handlers.ts'"],
  ['server-floors', 'server/cart/p6.ts', "import { app as x } from '../app.ts'"],
  ['server-floors', 'server/own-lists/p7.ts', "import { cart as x } from '../cart/handlers.ts'"],
  ['server-floors-listed', 'server/p8.ts', "import { attic as x } from './attic/attic.ts'"],
  ['nothing-imports-tests-and-tools', 'server/p5.ts', "import { world as x } from '../tests/support/device/world.ts'"],
  ['nothing-imports-tests-and-tools', 'contract/p6.ts', "import { tool as x } from '../scripts/tool.ts'"],
  // a circle is named once
  ['no-circles', 'contract/c1.ts', "import type { A as x } from './c2.ts'\nexport type B = x"],
  ['resolvable', 'worker/p9.ts', "import { gone as x } from './gone.ts'"],
]

interface Cruise {
  summary: { violations: { from: string; rule: { name: string } }[]; totalCruised: number }
}

let house: string
let cruised: Cruise

/** Cruises the small house with the project's own rules. */
function cruise(cwd: string): Promise<Cruise> {
  const args = [
    `${root}node_modules/dependency-cruiser/bin/dependency-cruiser.mjs`,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...new Set(Object.keys(ground).map((file) => file.split('/')[0]!)),
    'sw',
  ]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64_000_000 }, (_failed, stdout, stderr) => {
      if (stdout) resolve(JSON.parse(stdout) as Cruise)
      else reject(new Error(stderr))
    })
  })
}

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'caravan-house-'))
  const files = ['.dependency-cruiser.cjs', 'scripts/check/server-floors.cjs', 'package.json', 'tsconfig.base.json']
  for (const file of files) await cp(root + file, join(house, file))
  await symlink(`${root}node_modules`, join(house, 'node_modules'), 'junction')
  const planted = plants.map(
    ([, file, statement]) =>
      [file, `${statement}\n${statement.includes('export') ? '' : 'export type P = typeof x\n'}`] as const,
  )
  for (const [file, text] of [...Object.entries(ground), ...planted]) {
    await mkdir(dirname(join(house, file)), { recursive: true })
    await writeFile(join(house, file), text)
  }
  cruised = await cruise(house)
})
afterAll(() => rm(house, { recursive: true }))

describe('who may import whom', () => {
  it('looks at every file', () => {
    expect(cruised.summary.totalCruised).toBeGreaterThanOrEqual(plants.length + Object.keys(ground).length)
  })

  it.each(plants)('%s names %s: %s', (rule, file) => {
    expect(cruised.summary.violations.filter((v) => v.from === file).map((v) => v.rule.name)).toContain(rule)
  })

  it('names nothing in files that keep the rules', () => {
    const breaks = new Set(plants.map(([, file]) => file))
    expect(cruised.summary.violations.filter((v) => !breaks.has(v.from))).toEqual([])
  })

  it('has a planted break for every rule', () => {
    expect(new Set(plants.map(([rule]) => rule))).toEqual(new Set(config.forbidden.map((rule) => rule.name)))
  })
})
