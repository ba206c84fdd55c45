import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import MiniSearch from 'minisearch'
import type { Product } from '#contract/catalogue/schema.ts'
import type { Output } from '#contract/registry.ts'
import { importCatalogue } from '#server/import/import-catalogue.ts'
import { openTestMarket } from '../tests/support/market/market.ts'
import { newDevice } from '../tests/support/device/world.ts'

// `npm run search:quality -- CATALOGUE JUDGEMENTS`: how well a search ranks, by people's judgements: nDCG@10 of the
// device's index and of the server, beside MiniSearch with its defaults over the same texts. CATALOGUE as for an
// import; JUDGEMENTS: JSON Lines of { query, doc (a sourceId), grade 0–3 }; both plain or gzip. A document that nobody
// judged counts as 0. `--short` takes the sample of the tests.

const TOP = 10
const sample = (name: string): string => fileURLToPath(new URL(`../tests/fixtures/${name}`, import.meta.url))
const [cataloguePath, judgementsPath] =
  process.argv[2] === '--short'
    ? [sample('catalogue-sample.jsonl'), sample('judgements-sample.jsonl')]
    : process.argv.slice(2)
if (!cataloguePath || !judgementsPath) {
  console.error('npm run search:quality -- CATALOGUE JUDGEMENTS')
  process.exit(2)
}

async function judgements(path: string): Promise<Map<string, Map<string, number>>> {
  const file = createReadStream(path)
  const queries = new Map<string, Map<string, number>>()
  for await (const line of createInterface({ input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file })) {
    const { query, doc, grade } = JSON.parse(line) as { query: string; doc: string; grade: number | string }
    queries.set(query, (queries.get(query) ?? new Map<string, number>()).set(doc, Number(grade)))
  }
  return queries
}

const gain = (grades: readonly number[]): number =>
  grades.slice(0, TOP).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0)

/** The mean nDCG@10 over the queries that have anything to find. */
async function quality(
  judged: Map<string, Map<string, number>>,
  rank: (query: string) => Promise<string[]>,
): Promise<number> {
  const each: number[] = []
  for (const [query, grades] of judged) {
    const ideal = gain([...grades.values()].sort((a, b) => b - a))
    if (ideal > 0) each.push(gain((await rank(query)).slice(0, TOP).map((doc) => grades.get(doc) ?? 0)) / ideal)
  }
  return each.reduce((sum, n) => sum + n, 0) / each.length
}

const folder = await mkdtemp(join(tmpdir(), 'caravan-quality-'))
const market = await openTestMarket()
const device = newDevice(market)
try {
  const { added } = await importCatalogue(market.db, {
    path: cataloguePath,
    stock: 100,
    rejectsPath: join(folder, 'rejects.jsonl'),
    progress: () => undefined,
    rejected: () => undefined,
  })
  const rows = await market.db.selectFrom('products').select(['id', 'source_id']).execute()
  const sourceOf = new Map(rows.map((row) => [row.id, row.source_id.slice(row.source_id.indexOf('/') + 1)]))
  const judged = await judgements(judgementsPath)
  console.log(`${added} products, ${judged.size} queries`)

  const products: Product[] = []
  for (let from = 0; from < rows.length; from += 500) {
    const { data } = await market.call('/api/index/pro', { ids: rows.slice(from, from + 500).map((row) => row.id) })
    products.push(...(data as Output<'catalogue.products'>).products)
  }
  const { categories } = (await market.call('/api/index/category', {})).data as Output<'catalogue.categories'>
  const db = await device.catalogueDb()
  await db.categories.bulkPut(categories)
  await db.products.bulkPut(products)
  const { readTree, storeUnindexed } = await import('#worker/search/maintenance.ts')
  const tree = await readTree(db)
  while (await storeUnindexed(db, tree)) {
    /* until all are indexed */
  }
  db.close()
  const tab = device.tab()

  const byId = new Map(categories.map((c) => [c.id, c]))
  const above = (id: number): string[] => {
    const c = byId.get(id)
    return c ? [...Object.values(c.name), ...above(c.pid)] : []
  }
  const mini = new MiniSearch<{ id: number; title: string; brand: string; codes: string; categories: string }>({
    fields: ['title', 'brand', 'codes', 'categories'],
  })
  mini.addAll(
    products.map((p) => ({
      id: p.id,
      title: Object.values(p.title).join('\n'),
      brand: p.brand ?? '',
      codes: (p.codes ?? []).join('\n'),
      categories: above(p.categoryId).join('\n'),
    })),
  )

  const reference = await quality(judged, async (query) =>
    mini.search(query).map((hit) => sourceOf.get(hit.id as number)!),
  )
  const show = (name: string, value: number): void =>
    console.log(`${name.padEnd(22)} nDCG@${TOP} ${value.toFixed(4)}  ${(value / reference).toFixed(3)} × MiniSearch`)
  show('MiniSearch, defaults', reference)
  show(
    'device',
    await quality(judged, async (query) => {
      const answer = await tab.call('search.device', { query, limit: TOP })
      if (answer.kind !== 'accepted') throw new Error(answer.kind)
      return answer.data.ids.map((id) => sourceOf.get(id)!)
    }),
  )
  show(
    'server',
    await quality(judged, async (query) => {
      const answer = await market.call('/api/index/search_pro', { query })
      if (answer.code !== 1) throw new Error(answer.msg)
      return (answer.data as Output<'search.products'>).ids.map((id) => sourceOf.get(id)!)
    }),
  )
} finally {
  await device.end()
  await market.close()
  await rm(folder, { recursive: true, force: true })
}
