import { benchOptions } from './options.ts'
import { openBenchPage } from './page.ts'
import type * as Measuring from './search-page.ts'

// `npm run bench:search`: 50,000 products on the device, in a real Chromium at full speed and slowed four times: the
// index loaded, queries, memory, and the first twenty of a list, each beside the barest that can do it
// (search-page.ts) in the same run. `--short`: a few of each, once.

const { short } = benchOptions('bench:search --')
const rounds = short ? 1 : 5
const sizes = short
  ? { products: 600, queries: 10, rounds: 1, lists: 4 }
  : { products: 50_000, queries: 400, rounds: 3, lists: 60 }
type Figures = Measuring.Timed & { memory: number }

const bench = await openBenchPage<typeof Measuring>('search-page.ts')
try {
  const devtools = await bench.context().newCDPSession(bench.page())
  const memory = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize } = (await devtools.send('Runtime.getHeapUsage')) as {
      usedSize: number
      backingStorageSize?: number
    }
    return (usedSize + (backingStorageSize ?? 0)) / 1e6
  }
  /** Several times, each from nothing; the median of each figure. */
  const repeated = async (name: 'ours' | 'floor'): Promise<Figures> => {
    const runs: Figures[] = []
    for (let i = 0; i < rounds; i++) {
      await bench.run('forget')
      const empty = await memory()
      const times = await bench.run(name)
      runs.push({ ...times, memory: (await memory()) - empty })
    }
    const median = (of: keyof Figures): number => runs.map((figures) => figures[of]).sort((a, b) => a - b)[rounds >> 1]!
    return { load: median('load'), query: median('query'), list: median('list'), memory: median('memory') }
  }
  const { indexed, ours, floor } = await bench.run('fill', sizes)
  const line = (what: string, a: number, b: number, unit: string): void =>
    console.log(
      `  ${what.padEnd(34)} ${a.toFixed(2)} ${unit} against ${b.toFixed(2)} ${unit}, ${(a / b).toFixed(2)} times`,
    )
  console.log(
    `${sizes.products.toLocaleString('en')} products indexed as they came, in segments: ${Math.round(indexed)} ms`,
  )
  line('on disk', ours / 1e6, floor / 1e6, 'MB')
  for (const rate of [1, 4]) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    const bare = await repeated('floor')
    const mine = await repeated('ours')
    console.log(`at ${rate} ×`)
    line('index loaded, a first search', mine.load, bare.load, 'ms')
    line('query, p95', mine.query, bare.query, 'ms')
    line('memory', mine.memory, bare.memory, 'MB')
    line('first 20 of a category by sales', mine.list, bare.list, 'ms')
  }
} finally {
  await bench.dispose()
}
