import { gzipSync } from 'node:zlib'
import type { Random } from '#server/seed/random.ts'
import { bodyOf, whole, type Answer } from './answer.ts'
import { untilKilled } from './market-death.ts'
import { whileBusy } from './stage.ts'
import type { FaultKind } from './record.ts'
import type { Time } from './time.ts'
import { wireFaults, type Exchange, type WireFault } from './wire-faults.ts'

/** A call as it reaches the market. */
export interface Seen {
  path: string
  query: URLSearchParams
  token: string | undefined
  body: unknown
}

/** The parts of a history that a device's network uses. */
export interface NetworkWorld {
  time: Time
  random: Random
  market(request: Request): Response | Promise<Response>
  strike(kind: FaultKind): void
  /** Counts a fault that may not strike; the returned function is called when it does. */
  aim(kind: FaultKind): () => void
  name: string
  /** The time by the device's clock (Unix ms). */
  deviceNow(): number
  /** Called with every call that reaches the market, as it arrives there. */
  seen(call: Seen): void
  /** Called with every answer of the market itself, before a fault changes it. */
  answered(path: string, answer: Answer): void
  /** Ends the sessions of the owner of this token. */
  endSession(token: string): Promise<void>
}

const dropped = (): TypeError => new TypeError('fetch failed')
const LONGEST = 10 * 60_000

/**
 * A device's way to the market: latency in virtual time, states that last, and faults that strike the next fitting
 * call.
 */
export class Network {
  /** The device knows that it has no network. */
  offline = false
  /** Everything fails until this time (virtual ms). */
  lieFiUntil = 0
  portalUntil = 0
  brokenUntil = 0
  /** The network goes on and off every few seconds until this time (virtual ms). */
  flapUntil = 0
  /** When the last wait that a server asked for ends. */
  retryAt = 0
  readonly armed: WireFault[] = []
  /** The faults that strike the next pushes, one each. */
  readonly nextPushes: WireFault[] = []
  /** How long the next answer of a path is held up on its way back (ms). */
  readonly slow = new Map<string, number>()
  /** The number of copies of calls that are still on their way. */
  #late = 0
  readonly #world: NetworkWorld

  constructor(world: NetworkWorld) {
    this.#world = world
  }

  get nothingLate(): boolean {
    return this.#late === 0
  }

  /** All is well from here on. */
  heal(): void {
    this.offline = false
    this.lieFiUntil = this.portalUntil = this.brokenUntil = this.flapUntil = 0
    this.armed.length = this.nextPushes.length = 0
    this.slow.clear()
  }

  /** One call; `dying` is aborted when the process that makes it ends. */
  async fetch(url: string, init: RequestInit, dying: AbortSignal): Promise<Response> {
    const { time, random, strike } = this.#world
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
    })
    aborted.catch(() => undefined)
    init.signal?.throwIfAborted()
    const path = new URL(url).pathname
    const down = this.#down(path)
    if (down) {
      if (down !== 'offline') strike(down)
      if (down === 'lieFi' && random.chance(0.3)) return aborted
      throw dropped()
    }
    await Promise.race([time.wait(random.whole(1, 120)), aborted])
    if (path.endsWith('/poke')) return Promise.race([this.#stream(url, init, dying), aborted])
    if (this.portalUntil > time.now) return Promise.race([this.#strike('portal200', url, init), aborted])
    if (this.brokenUntil > time.now) return Promise.race([this.#strike('brokenNone', url, init), aborted])
    const fault = this.#fitting(path, init)
    const answer = await Promise.race([
      fault ? this.#strike(fault, url, init) : this.#deliver(url, init).then(whole),
      aborted,
    ])
    await Promise.race([time.wait(random.whole(1, 200) + this.#heldUp(path)), aborted])
    return answer
  }

  /**
   * A stream that ends with its reader, as that of a fetch does. Through a signal on its own `Request` the market would
   * hear of the end only until the request was collected as garbage.
   */
  async #stream(url: string, init: RequestInit, dying: AbortSignal): Promise<Response> {
    const { signal, ...rest } = init
    // The clock stands while the market looks up who asks.
    const response = await whileBusy(() => this.#market(url, rest))
    if (!response.body) return response
    const reader = response.body.getReader()
    const sources = [signal!, dying]
    const gone = (): boolean => sources.some((source) => source.aborted)
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const end = (): void => {
          controller.error(dropped())
          void reader.cancel()
        }
        for (const source of sources) source.addEventListener('abort', end)
        if (gone()) end()
      },
      pull: async (controller) => {
        const { done, value } = await reader.read()
        if (gone()) return
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => reader.cancel(),
    })
    return new Response(body, response)
  }

  #heldUp(path: string): number {
    const ms = this.slow.get(path)
    if (ms === undefined) return 0
    this.slow.delete(path)
    this.#world.strike('lateAnswer')
    return ms
  }

  #down(path: string): 'offline' | 'lieFi' | 'flapping' | undefined {
    const { time } = this.#world
    if (this.offline) return 'offline'
    if (this.lieFiUntil > time.now) return 'lieFi'
    if (this.flapUntil > time.now && Math.floor(time.now / 2_500) % 2 === 0 && !path.endsWith('/poke'))
      return 'flapping'
    return undefined
  }

  #fitting(path: string, init: RequestInit): WireFault | undefined {
    if (path === '/api/sync/push' && this.nextPushes.length > 0) return this.nextPushes.shift()
    const at = this.armed.findIndex((name) => wireFaults[name].on(path, init))
    return at < 0 ? undefined : this.armed.splice(at, 1)[0]
  }

  #strike(name: WireFault, url: string, init: RequestInit): Promise<Response> {
    const { time, random, endSession } = this.#world
    const struck = this.#world.aim(name)
    if (!wireFaults[name].tells) struck()
    const exchange: Exchange = {
      struck,
      body: bodyOf(init),
      random,
      time,
      signal: init.signal ?? null,
      deliver: (body) =>
        this.#deliver(
          url,
          body === undefined
            ? init
            : {
                ...init,
                body: gzipSync(JSON.stringify(body)),
                headers: { ...(init.headers as object), 'Content-Encoding': 'gzip' },
              },
        ),
      deliverLater: (ms) => {
        this.#late += 1
        time.later(
          ms,
          () =>
            void this.#deliver(url, init).finally(() => {
              this.#late -= 1
            }),
        )
      },
      deliverKilled: (statements) => this.#deliverKilled(url, init, statements),
      endSession: async () => {
        const { token } = init.headers as { token?: string }
        if (token !== undefined) await endSession(token)
      },
      now: this.#world.deviceNow(),
      retryAt: (at) => {
        this.retryAt = Math.max(this.retryAt, Math.min(at, time.now + LONGEST))
      },
    }
    return wireFaults[name].strike(exchange)
  }

  /** Delivers a call and kills the market after some statements; nobody hears the answer. */
  async #deliverKilled(url: string, init: RequestInit, statements: number): Promise<void> {
    this.#see(url, init)
    const { signal: _, ...rest } = init
    await whileBusy(() => untilKilled(statements, async () => (await this.#market(url, rest)).text()))
  }

  #see(url: string, init: RequestInit): void {
    const { pathname: path, searchParams: query } = new URL(url)
    this.#world.seen({
      path,
      query,
      token: (init.headers as { token?: string }).token,
      body: bodyOf(init),
    })
  }

  async #deliver(url: string, init: RequestInit): Promise<Answer> {
    this.#see(url, init)
    const { signal: _, ...rest } = init
    const answer = await whileBusy(async () => {
      const response = await this.#market(url, rest)
      return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
    })
    this.#world.answered(new URL(url).pathname, answer)
    return answer
  }

  async #market(url: string, init: RequestInit): Promise<Response> {
    const { redirect: _r, credentials: _c, cache: _k, ...rest } = init
    return this.#world.market(new Request(url, rest))
  }
}
