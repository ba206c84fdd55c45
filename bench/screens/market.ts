import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startMarket, type Market } from '../../tests/support/servers/servers.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const KINDS = ['Lamp', 'Kettle', 'Blanket', 'Toolbox', 'Scarf', 'Speaker', 'Notebook', 'Chair', 'Bottle', 'Basket']
const MAKES = ['Harbour', 'Juniper', 'Atlas', 'Meridian', 'Cobalt', 'Saffron', 'Willow']

/** One line of an import file: a product whose name, price and ladder follow from its number. */
export const importLine = (i: number): string =>
  JSON.stringify({
    sourceId: `bench:${i}`,
    name: `${MAKES[i % MAKES.length]} ${KINDS[i % KINDS.length]!.toLowerCase()} ${i}, sixty by forty, two colours`,
    description: `Article ${i} of ${KINDS[i % KINDS.length]}.`,
    brand: MAKES[i % MAKES.length],
    category: [KINDS[i % KINDS.length]],
    price: (1 + (i % 997) / 10).toFixed(2),
    currency: 'USD',
    moq: 1 + (i % 6),
    priceTiers: [{ minQty: 50, price: (0.9 * (1 + (i % 997) / 10)).toFixed(2) }],
  })

/** Starts a market that has so many products and nothing else. */
export async function marketOf(products: number): Promise<Market> {
  const folder = await mkdtemp(join(tmpdir(), 'caravan-bench-'))
  const file = join(folder, 'catalogue.jsonl')
  const data = join(folder, 'data')
  await writeFile(file, Array.from({ length: products }, (_, i) => importLine(i)).join('\n'))
  const args = ['scripts/catalogue.ts', 'import', file, '--store', 'Bench', '--stock', '500', '--data', data]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  const market = await startMarket({ DATA_DIR: data, DEMO: '0', TRUST_PROXY: '1' })
  return {
    ...market,
    close: async () => {
      await market.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
