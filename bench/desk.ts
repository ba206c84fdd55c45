import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { freshBuild } from '../scripts/build/fresh.ts'
import { startMarket, type Market } from '../tests/support/servers/servers.ts'
import { goodsAtDesk, type Many } from './desk/goods.ts'
import { makeShops, type Shop } from './desk/market.ts'
import { openDesk, screens, type Desk } from './desk/orders.ts'
import { median, openJudge } from './judge.ts'
import { benchOptions } from './options.ts'
import { importLine } from './screens/market.ts'

// `npm run bench:desk -- [runs] [--file PATH]`: a store's desk with much on it, in a real Chromium. Its first screen
// with 10,000 orders beside that of a store with ten, in a page slowed four times, and a scroll through all of them.
// 13,402 products (those of a file of JSON Lines, which may be gzipped) imported, made dearer together, exported and
// imported again. `--short`: once, with few of each, and nothing is judged by time.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const {
  short,
  file,
  numbers: [runs = short ? 1 : 5],
} = benchOptions('bench:desk -- [runs] [--file PATH]')
const [FEW, MANY] = short ? [10, 60] : [10, 10_000]
const PRODUCTS = short ? 30 : 13_402
const CPU = short ? 1 : 4
/** The most that each may be: times the screen with few orders, and ms. */
const MOST = { times: 1.5, task: 50 }

const load = (): string => loadavg()[0]!.toFixed(1)
const figure = (n: number): string => n.toLocaleString('en')
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const judge = openJudge()

async function orders(market: Market, few: Shop, many: Shop): Promise<void> {
  const desks: Desk[] = []
  try {
    for (const shop of [few, many]) desks.push(await openDesk(market, shop, CPU))
    const [one, other] = desks as [Desk, Desk]
    console.log(`a desk with ${figure(MANY)} orders beside one with ${FEW}, page slowed ${CPU} ×`)
    console.log(`    until the device has them: ${seconds(one.synced)}, ${seconds(other.synced)}`)
    for (const screen of screens) {
      const took: [number[], number[]] = [[], []]
      for (let i = 0; i < runs; i++) {
        took[0].push(await one.firstOrder(screen))
        took[1].push(await other.firstOrder(screen))
      }
      const [little, much] = [median(took[0]), median(took[1])]
      const what = `${screen}: ${much.toFixed(0)} / ${little.toFixed(0)} ms`
      judge.line(what, `${(much / little).toFixed(2)} ×`, `${MOST.times} ×`, short || much / little <= MOST.times)
    }
    const { task, passed } = await other.scroll()
    judge.line('all orders are scrolled past', figure(passed), figure(MANY), passed >= 0.95 * MANY)
    judge.aim('p99 of the longest task in a frame', task, MOST.task)
  } finally {
    for (const desk of desks) await desk.dispose()
  }
}

/** The file that is imported, as text in a folder, and how many products it has. */
async function productsIn(folder: string): Promise<{ path: string; count: number }> {
  const bytes = file === undefined ? undefined : await readFile(file)
  const own = (): string => Array.from({ length: PRODUCTS }, (_, i) => importLine(i)).join('\n')
  const text = bytes ? (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8') : own()
  const path = join(folder, 'products.jsonl')
  await writeFile(path, text)
  return { path, count: text.split('\n').filter((line) => line.trim() !== '').length }
}

function tell(what: string, { count, looked, kept, sent, progress }: Many): void {
  const rises = progress.every((value, i) => i === 0 || value > progress[i - 1]!)
  const looks = `seen in ${seconds(looked)}, kept in ${seconds(kept)}, sent in ${seconds(sent)}`
  judge.line(`${what}, with a bar of ${progress.length} steps`, figure(count), '', rises && progress.at(-1) === count)
  console.log(`    ${looks}`)
}

async function products(market: Market, shop: Shop): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'caravan-bench-'))
  try {
    const { path, count } = await productsIn(folder)
    console.log(`${figure(count)} products ${file === undefined ? 'made here' : `of ${file}`}`)
    const { imported, raised, dearer, again } = await goodsAtDesk(market, shop, path, count)
    tell('imported', imported)
    tell('a tenth dearer', raised)
    judge.line('exported a tenth dearer, to the cent', figure(dearer), figure(count), dearer === count)
    for (const { form, bytes, written, looked, stays } of again) {
      judge.line(
        `exported (${form}) and imported: stay as they are`,
        figure(stays ?? 0),
        figure(count),
        stays === count,
      )
      console.log(`    ${(bytes / 1e6).toFixed(1)} MB written in ${seconds(written)}, seen in ${seconds(looked)}`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (!(await freshBuild(fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')))) process.exit(1)
const market = await startMarket()
try {
  const before = load()
  const [few, many, empty] = (await makeShops(market, [FEW, MANY, 0])) as [Shop, Shop, Shop]
  await orders(market, few, many)
  await products(market, empty)
  console.log(`load ${before} before, ${load()} after, ${availableParallelism()} cores`)
  process.exitCode = judge.holds ? 0 : 1
} finally {
  await market.close()
}
