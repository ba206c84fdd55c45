import type { EndpointName } from '#contract/registry.ts'
import type { PushIntent } from '#contract/sync/schema.ts'
import { openUserDb } from '#localdb/open.ts'
import { newSealKey } from '#localdb/seal.ts'
import type { Env } from '#worker/env/env.ts'
import { commit } from '#worker/outbox/enqueue/commit.ts'
import type { Fence } from '#worker/outbox/fence.ts'
import { createSender } from '#worker/outbox/sender/sender.ts'
import type { WireOutcome } from '#worker/wire/envelope.ts'
import { newIdb } from './fake-idb.ts'

// The sender alone, in front of a server that misbehaves and a clock that runs `speed` times as fast.

export const uid = '00000000-0000-4000-8000-000000000001'
export const fence: Fence = { proto: 1, incarnation: 'incarnation-1', uid }
export type Answer = (intents: PushIntent[], nth: number) => WireOutcome
export const accepted: Answer = (intents) => ({
  kind: 'accepted',
  data: { results: intents.map(({ seq }) => ({ seq, outcome: 'accepted', rows: [] })) },
})
export const nothingNew: WireOutcome = {
  kind: 'accepted',
  data: { uid, cursor: '0', more: false, reset: false, changes: [], outcomes: [] },
}

let end = async (): Promise<void> => {}
/** Ends the work of the last desk's sender; for after each test. */
export const endDesk = (): Promise<void> => end()

/** The misbehaviour of the server and of the device. */
interface DeskOptions {
  hidden?: boolean
  random?: number
  patience?: number
  speed?: number
  push?: Answer
  pull?: (nth: number) => WireOutcome
  online?: () => boolean
}

/** An environment whose clock runs `speed` times as fast; `begun` counts its long waits and its fetches. */
function envOf(
  { speed = 1, patience = Infinity, random = 0.01, online = () => true }: DeskOptions,
  begun: { long: number; listening: number },
  clock: { offset: number },
): Env {
  return {
    now: () => 1_700_000_000_000 + performance.now() * speed + clock.offset,
    later: (ms: number, run: () => void) => {
      // A wait as long as this is counted, and never ends here.
      if (ms > patience) {
        begun.long++
        return () => {}
      }
      const timer = setTimeout(run, ms / speed)
      return () => clearTimeout(timer)
    },
    online,
    random: () => random,
    fetch: async () => {
      begun.listening++
      return new Response(null, { status: 404 })
    },
    report: (error: unknown) => {
      throw error
    },
  } as unknown as Env
}

export async function desk(options: DeskOptions = {}) {
  const db = await openUserDb(uid, newIdb())
  await db.meta.bulkPut([
    { key: 'fence', ...fence },
    { key: 'lease', epoch: 1, heartbeat: 0 },
  ])
  const begun = { long: 0, listening: 0 }
  const clock = { offset: 0 }
  const sent = { 'sync.push': 0, 'sync.pull': 0 }
  const env = envOf(options, begun, clock)
  const send = async (name: EndpointName, input: unknown): Promise<WireOutcome> => {
    const nth = ++sent[name as 'sync.push' | 'sync.pull']
    if (name === 'sync.pull') return options.pull?.(nth) ?? nothingNew
    return (options.push ?? accepted)((input as { intents: PushIntent[] }).intents, nth)
  }
  const sender = createSender({
    env,
    db,
    fence,
    vault: { uid, key: await newSealKey() },
    base: '',
    wire: { send: send as never },
    credentials: async () => ({ token: 'token', language: 'en' }),
    contact: async () => undefined,
    sessionGone: async () => undefined,
    visible: () => !options.hidden,
    pulled: () => undefined,
  })
  const lost = new AbortController()
  let gesture = 0
  const enqueue = (): Promise<void> =>
    commit(db, fence, [
      {
        intentId: `gesture-${++gesture}`,
        name: 'favourite.set',
        payload: { id: gesture, on: true },
        createdAt: 1,
        deps: [],
        confirmBy: null,
      },
    ])
  const holding = { ended: false }
  const hold = (): Promise<void> => {
    const held = sender.hold(1, lost.signal).finally(() => {
      holding.ended = true
    })
    end = async () => {
      lost.abort()
      await held.catch(() => undefined)
      db.close()
    }
    return held
  }
  return { db, clock, begun, sent, sender, enqueue, hold, holding, empty: async () => (await db.outbox.count()) === 0 }
}
