import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freshBuild } from '../scripts/build/fresh.ts'
import { startMarket } from '../tests/support/servers/servers.ts'
import { createCallers, type Answered } from './documents/callers.ts'
import { benchOptions } from './options.ts'

// `npm run bench:documents -- [seconds]`: what a flood of new addresses, from many callers, does to the API beside it.
// Each call of the API is another one, so that none is answered from memory. Three times in turn, API alone and beside
// the flood; each of them lasts so many seconds, and the ratio of the medians decides. Before that: how soon the market
// answers after it was started on a folder that it has filled, and how many documents and calls it answers in a second
// when it does nothing else. `--short`: a second each, once, and nothing is judged. Build first.

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const {
  short,
  numbers: [seconds = short ? 1 : 8],
} = benchOptions('bench:documents -- [seconds]')
const TURNS = short ? 1 : 3
/** Beside the flood the API may take so many times as long as alone (p95). */
const AT_MOST = 2
/** Calls of the API in a second, at even distances, and documents asked for at once. */
const CALLS = 40
const AT_ONCE = 32
/** Aim for a start, until the first call is answered (ms, median); it depends on the machine and is not judged. */
const START_AT_MOST = 2000

const percentile = (all: number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
const median = (all: number[]): number => percentile(all, 0.5)
const p = (answers: Answered[], share: number): number =>
  percentile(
    answers.map((answer) => answer.ms),
    share,
  )

if (!(await freshBuild(fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')))) process.exit(1)
const env = { TRUST_PROXY: '1', DATA_DIR: await mkdtemp(join(tmpdir(), 'caravan-documents-')) }
let market = await startMarket(env)
const starts: number[] = []
for (let turn = 0; turn < TURNS; turn++) {
  await market.close()
  const since = performance.now()
  market = await startMarket(env)
  starts.push(performance.now() - since)
}
const { total } = (await market.call('/api/index/pro', { brief: true })).data as { total: number }
const callers = createCallers(market.url, total)
try {
  const before = loadavg()[0]!
  await callers.calls(CALLS, 2)
  /** How many are answered in a second, so many at once. */
  const most = async (what: 'documents' | 'calls'): Promise<string> => {
    const flood = callers.flood(AT_ONCE, what)
    await setTimeout(seconds * 1000)
    const answers = await flood.end()
    return `${(answers.filter((answer) => what === 'calls' || answer.rendered).length / seconds).toFixed(0)} ${what}`
  }
  const capacity = [await most('documents'), await most('calls')]
  const alone: Answered[][] = []
  const beside: Answered[][] = []
  const documents: Answered[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    alone.push(await callers.calls(CALLS, seconds))
    const flood = callers.flood(AT_ONCE, 'documents')
    beside.push(await callers.calls(CALLS, seconds))
    documents.push(...(await flood.end()))
  }
  const of = (all: Answered[][], share: number): number => median(all.map((answers) => p(answers, share)))
  const ms = (value: number): string => `${value.toFixed(1)} ms`.padStart(10)
  const row = (what: string, all: Answered[][]): string =>
    `  ${what.padEnd(24)}${[0.5, 0.95, 0.99].map((share) => ms(of(all, share))).join('')}`
  const times = of(beside, 0.95) / of(alone, 0.95)
  const rendered = documents.filter((answer) => answer.rendered)
  const start = median(starts)
  const broken = callers.broken()
  const reasons = broken.length > 0 ? ` (${[...new Set(broken)].join(', ')})` : ''
  console.log(
    [
      `    started on a filled folder and answered after${ms(start)}, aim ${START_AT_MOST} ms`,
      `    ${capacity.join(' or ')} of the API a second, ${AT_ONCE} at once, with nothing beside them`,
      `${CALLS} calls a second beside ${AT_ONCE} documents at once, ${TURNS} × ${seconds} s; ` +
        `load ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after, ${availableParallelism()} cores`,
      `  ${''.padEnd(24)}${['p50', 'p95', 'p99'].map((name) => name.padStart(10)).join('')}`,
      row('API alone', alone),
      row('API beside the flood', beside),
      `  ${(rendered.length / TURNS / seconds).toFixed(0)} documents rendered a second, p95${ms(p(rendered, 0.95))}; ` +
        `${documents.length - rendered.length} answered with the shell, ${broken.length} not answered${reasons}`,
      `  ${times <= AT_MOST ? '✓' : '✗'} API's p95 beside the flood: ${times.toFixed(2)} × alone, at most ${AT_MOST} ×`,
    ].join('\n'),
  )
  process.exitCode = broken.length === 0 && (short || times <= AT_MOST) ? 0 : 1
} finally {
  callers.close()
  await market.close()
  await rm(env.DATA_DIR, { recursive: true, force: true, maxRetries: 5 })
}
