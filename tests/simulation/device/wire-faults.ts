import { isDeepStrictEqual } from 'node:util'
import type { PushIntent, PushResult } from '#contract/sync/schema.ts'
import type { Random } from '#server/seed/random.ts'
import { whole, type Answer } from './answer.ts'
import type { Time } from './time.ts'

/** One call under way, for a fault to act on. */
export interface Exchange {
  body: unknown
  random: Random
  time: Time
  signal: AbortSignal | null
  /** Delivers the call to the market, with this body in place of its own if one is given. */
  deliver(body?: unknown): Promise<Answer>
  /** Delivers a copy of the call to the market `ms` from now (virtual). */
  deliverLater(ms: number): void
  /** Delivers the call to the market, and kills the market that many statements later. */
  deliverKilled(statements: number): Promise<void>
  endSession(): Promise<void>
  /** The time by the device's clock (Unix ms). */
  now: number
  /** Called when the fault has changed what the device hears. */
  struck(): void
  /** Called with the end of a wait that was asked for (virtual ms). */
  retryAt(at: number): void
}

interface Fault {
  /** The fault itself reports whether it changed anything. */
  tells?: true
  on(path: string, init: RequestInit): boolean
  strike(x: Exchange): Promise<Response>
}

const push = (path: string): boolean => path === '/api/sync/push'
const sync = (path: string): boolean => path.startsWith('/api/sync/')
const dropped = (): TypeError => new TypeError('fetch failed')
const never = (): Promise<never> => new Promise<never>(() => undefined)
const json = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const page = '<!doctype html><title>Welcome to the hotel</title><p>Please sign in to the network.'
const after =
  (strike: (x: Exchange, answer: Answer) => Response | Promise<Response>): Fault['strike'] =>
  async (x) =>
    strike(x, await x.deliver())

/** The same answer with its results changed. */
const results = (change: (results: PushResult[], x: Exchange) => PushResult[]): Fault => ({
  tells: true,
  on: push,
  strike: after((x, answer) => {
    const envelope = JSON.parse(answer.text) as { code: number; data: { results?: PushResult[] } }
    const before = envelope.code === 1 ? envelope.data.results : undefined
    if (!before) return whole(answer)
    const after = change(before, x)
    if (!isDeepStrictEqual(after, before)) x.struck()
    envelope.data.results = after
    return whole({ ...answer, text: JSON.stringify(envelope) })
  }),
})

/** A market that is busy, in its own envelope or in a proxy's words, and its Retry-After. */
const busy = (header: (x: Exchange) => string): Fault => ({
  on: sync,
  strike: async (x) => {
    const status = x.random.pick([429, 503])
    const value = header(x)
    const seconds = Number(value)
    // A date is read by the device's own clock, which may be off.
    const at = x.time.now + (Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - x.now)
    if (at > x.time.now) x.retryAt(at)
    return x.random.chance(0.5)
      ? json(status, { code: status, msg: '', data: { reason: 'busy' } }, { 'Retry-After': value })
      : new Response('slow down', { status, headers: { 'Retry-After': value } })
  },
})

/** The body comes in pieces, over `low` to `high` ms (virtual). */
const dripping = (low: number, high: number): Fault => ({
  on: sync,
  strike: after((x, answer) => {
    const pieces = 6
    const ms = x.random.whole(low, high) / pieces
    const size = Math.ceil(answer.text.length / pieces)
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await x.time.wait(ms)
        const part = answer.text.slice(0, size)
        answer.text = answer.text.slice(size)
        if (part === '') controller.close()
        else controller.enqueue(new TextEncoder().encode(part))
      },
    })
    // An aborted fetch ends its body too.
    return new Response(x.signal ? body.pipeThrough(new TransformStream(), { signal: x.signal }) : body, {
      status: answer.status,
      headers: answer.headers,
    })
  }),
})

const faults = {
  lostAnswer: { on: sync, strike: after(() => Promise.reject(dropped())) },
  /** Killed within the call, or right after it. */
  marketDies: {
    on: sync,
    strike: async (x) => {
      await x.deliverKilled(x.random.whole(0, 40))
      throw dropped()
    },
  },
  deliveredTwice: {
    on: sync,
    strike: async (x) => {
      await x.deliver()
      return whole(await x.deliver())
    },
  },
  /** A copy arrives once more, behind what was sent after it. */
  reordered: {
    on: push,
    strike: after((x, answer) => {
      x.deliverLater(x.random.whole(3_000, 40_000))
      return whole(answer)
    }),
  },
  /** The client has long given up when the market acts. */
  lateEffect: {
    on: push,
    strike: (x) => {
      x.deliverLater(x.random.whole(31_000, 70_000))
      return never()
    },
  },
  portal200: {
    on: sync,
    strike: async () => new Response(page, { status: 200, headers: { 'Content-Type': 'text/html' } }),
  },
  portal302: {
    on: sync,
    strike: async () => Object.defineProperty(new Response(null, { status: 200 }), 'type', { value: 'opaqueredirect' }),
  },
  truncated: {
    on: sync,
    strike: after((x, answer) =>
      whole({ ...answer, text: answer.text.slice(0, x.random.whole(1, Math.max(1, answer.text.length - 1))) }),
    ),
  },
  codeAsText: {
    on: sync,
    strike: after((_x, answer) => whole({ ...answer, text: answer.text.replace(/^\{"code":(\d+)/, '{"code":"$1"') })),
  },
  nullData: { on: sync, strike: after((_x, answer) => json(answer.status, { code: 1, msg: '', data: null })) },
  unknownCode: { on: sync, strike: after(() => json(200, { code: 777, msg: '', data: {} })) },
  retrySeconds: busy((x) => String(x.random.whole(1, x.random.chance(0.1) ? 900 : 25))),
  retryDate: busy((x) => new Date(x.time.now + x.random.whole(2_000, 40_000)).toUTCString()),
  retryPast: busy((x) => new Date(x.time.now - 3_600_000).toUTCString()),
  retryGarbage: busy((x) => x.random.pick(['soon', '-3', '', '1e99', 'Infinity'])),
  inFlight: {
    on: push,
    strike: async () => json(409, { code: 409, msg: '', data: { reason: 'busy' } }, { 'Retry-After': '1' }),
  },
  brokenAfter: { on: sync, strike: after(() => json(500, { code: 500, msg: '', data: { reason: 'requestFailed' } })) },
  brokenNone: {
    on: sync,
    strike: async (x) =>
      json(x.random.pick([500, 502, 504]), {
        code: 500,
        msg: '',
        data: x.random.chance(0.5) ? { effect: 'none' } : null,
      }),
  },
  tooLarge: {
    tells: true,
    on: push,
    strike: async (x) => {
      if ((x.body as { intents: unknown[] }).intents.length === 1) return whole(await x.deliver())
      x.struck()
      return json(413, { code: 413, msg: '', data: { reason: 'tooLarge' } })
    },
  },
  updateDemanded: { on: sync, strike: async () => json(426, { code: 426, msg: '', data: { reason: 'updateNeeded' } }) },
  drip: dripping(2_000, 20_000),
  dripTooLong: dripping(35_000, 60_000),
  resultsMissing: results((all, x) => {
    const one = x.random.whole(0, Math.max(0, all.length - 1))
    return all.filter((_, i) => i !== one && x.random.chance(0.5))
  }),
  resultsExtra: results((all) => [...all, { seq: 1_000_000, outcome: 'accepted', rows: [] }, ...all.slice(0, 1)]),
  resultsReordered: results((all) => all.toReversed()),
  /** A market that does not know one of the names yet. */
  unknownName: {
    on: push,
    strike: async (x) => {
      const body = x.body as { intents: PushIntent[] }
      const at = x.random.whole(0, body.intents.length - 1)
      return whole(
        await x.deliver({
          ...body,
          intents: body.intents.map((intent, i) => (i === at ? { ...intent, name: 'tomorrow.thing' } : intent)),
        }),
      )
    },
  },
  sessionEndsInBatch: {
    on: push,
    strike: async (x) => {
      await x.endSession()
      return whole(await x.deliver())
    },
  },
} satisfies Record<string, Fault>

/** The faults of one call between a device and the market. */
export type WireFault = keyof typeof faults
export const wireFaults: Record<WireFault, Fault> = faults
