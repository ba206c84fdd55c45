import { wrap } from 'comlink'
import type { WorkerApi } from '#worker/api/worker-api.ts'
import type { Bare } from './bare-worker.ts'

// Runs in the browser: what recording costs through the door of the real worker, beside bare IndexedDB in a worker.

/** Milliseconds from the call to "saved". */
export interface Measured {
  /** One gesture after a while without any: median and 95th percentile. */
  rest: Spread
  /** One gesture as soon as the one before it is saved. */
  backToBack: Spread
  /** Many at once: until the last is saved. */
  burst: number
}
export interface Spread {
  p50: number
  p95: number
}

/** Gestures one by one, and at once; what is repeated counts by its median. */
export interface Sizes {
  singles: number
  burst: number
  bursts: number
}

/** Between two gestures at rest (ms): what the one before it has set off is over. */
const REST = 250

type Recorder = (id: number) => Promise<void>

let worker: WorkerApi
let person: string
let bare: Recorder
let id = 0

const record: Recorder = async (product) => {
  const outcome = await worker.mutate(
    [{ intentId: crypto.randomUUID(), name: 'favourite.set', payload: { id: product, on: true } }],
    person,
    true,
  )
  if (outcome.kind !== 'saved') throw new Error(`not saved: ${outcome.refusal.reason}`)
}

/** Starts both workers. `account`: whose gestures they are; a guest's without. */
export async function begin(account?: { email: string; password: string }): Promise<void> {
  const start = (address: string): Worker => new Worker(address, { type: 'module' })
  worker = wrap<WorkerApi>(start('/worker.js')) as unknown as WorkerApi
  const { record: onBare } = wrap<Bare>(start('/bare.js'))
  bare = onBare
  await worker.ready()
  if (account) {
    const outcome = await worker.call('user.login', account, undefined)
    if (outcome.kind !== 'accepted') throw new Error(`not signed in: ${outcome.kind}`)
  }
  person = (await worker.ready()).uid
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
const pause = (): Promise<unknown> =>
  new Promise((done) => {
    setTimeout(done, REST)
  })
const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!
const spread = (times: readonly number[]): Spread => ({ p50: at(times, 0.5), p95: at(times, 0.95) })

/** Takes turns, so that what else the machine does meets them alike: what each took, one after the other. */
async function inTurn(
  recorders: readonly Recorder[],
  times: number,
  before: () => Promise<unknown>,
): Promise<number[][]> {
  const took: number[][] = recorders.map(() => [])
  for (let i = 0; i < times; i++)
    for (const [n, recorder] of recorders.entries()) {
      await before()
      took[n]!.push(await timed(() => recorder(++id)))
    }
  return took
}

/** Gestures each as soon as the one before it is saved. */
async function inARow(recorder: Recorder, times: number): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < times; i++) took.push(await timed(() => recorder(++id)))
  return took
}

/** Ours and the bare reference, each warmed up. */
export async function compare({ singles, burst, bursts }: Sizes): Promise<{ ours: Measured; bare: Measured }> {
  const both = [record, bare]
  for (const recorder of both) await inARow(recorder, singles)
  const resting = await inTurn(both, singles, pause)
  const rows: number[][] = [[], []]
  for (let i = 0; i < bursts; i++)
    for (const [n, recorder] of both.entries()) {
      await pause()
      rows[n]!.push(...(await inARow(recorder, singles)))
    }
  const atOnce = (recorder: Recorder): Promise<unknown> =>
    Promise.all(Array.from({ length: burst }, () => recorder(++id)))
  const all = await inTurn(
    both.map((recorder) => async () => void (await atOnce(recorder))),
    bursts,
    pause,
  )
  const [ours, bare_] = [0, 1].map((n) => ({
    rest: spread(resting[n]!),
    backToBack: spread(rows[n]!),
    burst: at(all[n]!, 0.5),
  }))
  return { ours: ours!, bare: bare_! }
}

/** One gesture at rest with so many waiting, none of which can be sent. */
export async function restWith(waiting: number, singles: number): Promise<Spread> {
  await Promise.all(Array.from({ length: waiting }, () => record(++id)))
  return spread((await inTurn([record], singles, pause))[0]!)
}
