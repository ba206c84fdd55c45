import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { openBrowser } from '../tests/support/browser.ts'
import type * as Measuring from './search-page.ts'

// npm run bench:search — 50,000 products on the device, in a real Chromium at full speed and slowed four times: the
// index loaded, queries,
// memory, and the first twenty of a list, each beside the barest that can do it (search-page.ts) in the same run.

const RUNS = 5
type Figures = Measuring.Timed & { memory: number }

const root = fileURLToPath(new URL('.', import.meta.url))
const built = (await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: { write: false, target: 'es2022', lib: { entry: 'search-page.ts', formats: ['es'], fileName: 'page' } },
})) as Rolldown.RolldownOutput[]
const script = built[0]!.output[0].code
const server = createServer((request, response) => {
  const page = request.url === '/'
  // Isolated, so that the clock counts in steps of 5 µs.
  for (const [name, value] of Object.entries({
    'Content-Type': page ? 'text/html' : 'text/javascript',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  }))
    response.setHeader(name, value)
  response.end(page ? '<!doctype html><title>Search</title>' : script)
}).listen(0, 'localhost')
await new Promise((done) => {
  server.on('listening', done)
})
const browser = await openBrowser()
const page = browser.page()
type Page = typeof Measuring
const run = <N extends 'fill' | 'ours' | 'floor' | 'forget'>(name: N): Promise<Awaited<ReturnType<Page[N]>>> =>
  page.evaluate(async (what) => ((await import('/page.js' as string)) as Page)[what as 'ours'](), name) as Promise<
    Awaited<ReturnType<Page[N]>>
  >
try {
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  const devtools = await browser.context().newCDPSession(page)
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
    for (let i = 0; i < RUNS; i++) {
      await run('forget')
      const empty = await memory()
      const times = await run(name)
      runs.push({ ...times, memory: (await memory()) - empty })
    }
    const median = (of: keyof Figures): number => runs.map((figures) => figures[of]).sort((a, b) => a - b)[RUNS >> 1]!
    return { load: median('load'), query: median('query'), list: median('list'), memory: median('memory') }
  }
  const { indexed, ours, floor } = await run('fill')
  const line = (what: string, a: number, b: number, unit: string): void =>
    console.log(
      `  ${what.padEnd(34)} ${a.toFixed(2)} ${unit} against ${b.toFixed(2)} ${unit}, ${(a / b).toFixed(2)} times`,
    )
  console.log(`50,000 products indexed as they came, in segments: ${Math.round(indexed)} ms`)
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
  await browser.dispose()
  server.close()
}
