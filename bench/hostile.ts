import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startMarket, type Market } from '../tests/support/servers/servers.ts'
import { makeAccount, type Account } from './hostile/accounts.ts'
import type { Attack } from './hostile/callers.ts'
import { benchOptions } from './options.ts'

// `npm run bench:hostile -- [seconds]`: eight hostile accounts, in a process of their own, for a minute: heavy pushes
// and pulls whose answers nobody reads, repeats, unknown names, pictures that are bombs, exports. Meanwhile somebody
// else makes gestures. Judged by ratios of one run: the market's memory and the gestures' p95 beside the attack and
// before it, and by how much the data folder has grown. `--short`: some seconds, and nothing is judged. Linux only: it
// reads /proc.

const {
  short,
  numbers: [seconds = short ? 5 : 60],
} = benchOptions('bench:hostile -- [seconds]')
const HOSTILE = 8
const MEMORY_AT_MOST = 1.25
const GESTURE_AT_MOST = 2
/** The most that an account may add to the disk in a day (bytes), and so in a minute. */
const DISK_AT_MOST = 20_000_000
const EVERY = 250

const percentile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN

/** The memory of a process (bytes). */
async function memoryOf(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const file of files) {
    if (!file.isFile()) continue
    // It may go meanwhile.
    bytes += await stat(join(file.parentPath, file.name)).then(
      ({ blocks }) => blocks * 512,
      () => 0,
    )
  }
  return bytes
}

interface Seen {
  gestures: number[]
  memory: number[]
  failed: number
}

/** Makes gestures as somebody with a good network, and looks at the market's memory, for so long (s). */
async function watch(market: Market, { uid, token }: Account, first: number, long: number): Promise<Seen> {
  const seen: Seen = { gestures: [], memory: [], failed: 0 }
  const end = performance.now() + long * 1000
  for (let seq = first; performance.now() < end; seq++) {
    const since = performance.now()
    const intents = [{ seq, name: 'favourite.set', payload: { id: 1 + (seq % 50), on: true }, createdAt: Date.now() }]
    const body = { v: 1, schema: 6, uid, incarnation: 'honestphone', now: Date.now(), intents }
    const { data } = await market.call('/api/sync/push', body, token)
    if ((data as { results?: { outcome: string }[] }).results?.[0]?.outcome !== 'accepted') seen.failed++
    seen.gestures.push(performance.now() - since)
    seen.memory.push(await memoryOf(market.pid()))
    await setTimeout(EVERY)
  }
  return seen
}

const market = await startMarket()
try {
  const honest = await makeAccount(market, 'setupphone')
  const accounts: Account[] = []
  for (let n = 0; n < HOSTILE; n++) accounts.push(await makeAccount(market, 'setupphone'))
  const callers = fork(new URL('hostile/callers.ts', import.meta.url), { stdio: 'inherit' })
  await once(callers, 'message')
  // A market that has just started still grows by itself.
  await watch(market, honest, 1, short ? 1 : 10)
  const quiet = await watch(market, honest, 100_000, short ? 2 : 20)
  const before = await sizeOf(market.dataDir)
  callers.send({ url: market.url, accounts })
  const beside = await watch(market, honest, 200_000, seconds)
  const result = once(callers, 'message')
  callers.send('end')
  const [attack] = (await result) as [Attack]
  const grown = (await sizeOf(market.dataDir)) - before

  const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
  const memory = Math.max(...beside.memory) / percentile(quiet.memory, 0.5)
  const gesture = percentile(beside.gestures, 0.95) / percentile(quiet.gestures, 0.95)
  const judged = [
    [memory <= MEMORY_AT_MOST, `memory: ${memory.toFixed(2)} × quiet, at most ${MEMORY_AT_MOST} ×`],
    [gesture <= GESTURE_AT_MOST, `another person's p95: ${gesture.toFixed(2)} × quiet, at most ${GESTURE_AT_MOST} ×`],
    [grown <= HOSTILE * DISK_AT_MOST, `disk: ${mega(grown / HOSTILE)} an account, at most ${mega(DISK_AT_MOST)}`],
    [beside.failed === 0, `${beside.failed} of ${beside.gestures.length} gestures failed`],
  ] as const
  const ms = (all: readonly number[]): string =>
    [0.5, 0.95].map((share) => `${percentile(all, share).toFixed(0)} ms`).join(', ')
  console.log(
    [
      `${HOSTILE} hostile accounts for ${seconds} s; load ${loadavg()[0]!.toFixed(1)}, ${availableParallelism()} cores`,
      `  ${attack.calls} calls, ${mega(attack.sentBytes)} sent, ${mega(attack.answeredBytes)} read, by status ` +
        JSON.stringify(attack.byStatus),
      `  memory quiet ${mega(percentile(quiet.memory, 0.5))}, at most ${mega(Math.max(...beside.memory))}`,
      `  a gesture (p50, p95) quiet ${ms(quiet.gestures)}; beside ${ms(beside.gestures)}`,
      ...judged.map(([holds, text]) => `  ${holds ? '✓' : '✗'} ${text}`),
    ].join('\n'),
  )
  process.exitCode = short || judged.every(([holds]) => holds) ? 0 : 1
} finally {
  await market.close()
}
