import { createWorker, type Worker } from '#worker/door.ts'
import type { Channel, Env } from '#worker/env.ts'
import type { DeviceSession } from '#localdb/device.ts'
import { GUEST } from '#localdb/schema.ts'
import type { Random } from '#server/db/seed/random.ts'
import { DeviceLocks } from '../support/locks.ts'
import type { Network } from './network.ts'
import { Page } from './page.ts'
import { Disk, type DiskUser, type Stroke } from './storage.ts'
import type { Time } from './time.ts'
import { Watch } from './watch.ts'

/** What strikes a tab's store calls. */
interface StoragePlan { at: number; stroke: Stroke }

/** One tab: a worker of the product over an environment that can be frozen and killed. */
export interface Tab extends DiskUser {
  number: number
  worker: Worker
  page: Page
  frozen: boolean
  visible: boolean
  /** It hears nothing on these channels. */
  deaf: Set<string>
  storage: StoragePlan[]
  kill(): void
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

export interface PhoneWorld { time: Time; random: Random; network(phone: Phone): Network; strike(kind: string): void; report(error: unknown, phone: Phone): void }

/** One device: its disk, locks, channels and network, which no other device of the history sees. */
export class Phone {
  readonly disk = new Disk()
  readonly watch = new Watch(this.disk)
  readonly tabs: Tab[] = []
  readonly network: Network
  /** How far its clock is off (ms). */
  clock = 0
  offline = false
  /** So many words between tabs are lost. */
  loseWords = 0
  /** Until then nothing can be written (virtual ms). */
  fullUntil = 0
  appVersion = 1
  /** What befalls the tabs that send next, one by one, while their push is on the wire. */
  readonly atPush: ((tab: Tab) => void)[] = []
  /** Whose it was, in order. */
  readonly sessions: string[] = [GUEST]
  #locks = new DeviceLocks()
  #buses = new Map<string, Set<{ owner: object; hear(message: unknown): void }>>()
  readonly number: number
  readonly #world: PhoneWorld

  constructor(number: number, world: PhoneWorld) {
    this.number = number
    this.#world = world
    this.network = world.network(this)
    this.watch.onSession = () => { if (this.person !== this.sessions.at(-1)) this.sessions.push(this.person) }
  }

  get session(): DeviceSession | null { return this.disk.row<DeviceSession>('caravan-device', 'records', 'session') ?? null }
  get person(): string { return this.session?.uid ?? GUEST }
  get now(): number { return this.#world.time.now + this.clock }
  get live(): Tab[] { return this.tabs.filter((t) => !t.dead) }
  get awake(): Tab[] { return this.live.filter((t) => !t.frozen) }

  /** Opens a tab. */
  open(): Tab {
    const { time, random } = this.#world
    const holding = new Set<string>()
    const dying = new AbortController()
    let thawed: (() => void)[] = []
    const tab: Tab = {
      number: this.tabs.length, worker: undefined as never, page: undefined as never, frozen: false, visible: true, dead: false, deaf: new Set(), storage: [],
      stroke: (call) => this.#stroke(tab, call),
      wrote: (tx, store, value) => this.watch.wrote(tx, store, value),
      committed: (tx) => this.watch.committed(tab, tx),
      kill: () => {
        if (tab.dead) return
        tab.dead = true
        // In a turn of its own: it may have died in the middle of its own work.
        setImmediate(() => {
          dying.abort()
          this.disk.release(tab)
          this.#locks.releaseAll(holding)
          holding.clear()
        })
      },
      freeze: () => { tab.frozen = true },
      thaw: () => {
        tab.frozen = false
        const waiting = thawed
        thawed = []
        for (const run of waiting) run()
      },
      close: async () => {
        tab.thaw()
        await tab.worker.close()
        tab.kill()
      },
    }
    /** Runs when the tab runs: at once, once it is thawed, or never. */
    const inTab = (run: () => void): void => {
      if (tab.dead) return
      if (tab.frozen) thawed.push(() => inTab(run))
      else run()
    }
    const arrives = <T>(promise: Promise<T>): Promise<T> => new Promise((done, failed) => {
      promise.then((value) => inTab(() => done(value)), (error: unknown) => inTab(() => failed(error as Error)))
    })
    // What streams in reaches a frozen page no more than an answer does.
    const gated = (response: Response): Response => {
      if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) return response
      return new Response(response.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
        transform: (part, controller) => new Promise((passed) => { inTab(() => { controller.enqueue(part); passed() }) }),
      })), response)
    }
    const env: Env = {
      ...this.disk.forUser(tab, this.appVersion),
      fetch: (url, init) => {
        if (tab.dead) return new Promise(() => undefined)
        const strike = url.endsWith('/sync/push') ? this.atPush.shift() : undefined
        if (strike) time.later(random.whole(5, 250), () => { if (!tab.dead) strike(tab) })
        return arrives(this.network.fetch(url, init, dying.signal).then(gated))
      },
      locks: { request: ((name: string, ...rest: unknown[]) => this.#lock(tab, holding, inTab, name, rest)) as LockManager['request'] },
      channel: (name) => this.#channel(tab, inTab, name),
      now: () => this.now,
      random: () => random.next(),
      later: (ms, run) => time.later(ms, () => inTab(run)),
      online: () => !this.offline,
      dropCache: () => Promise.resolve(false),
      report: (error) => { if (!tab.dead) this.#world.report(error, this) },
    }
    this.tabs.push(tab)
    tab.worker = createWorker(env, 'http://market')
    // What the worker's own entry does first.
    void tab.worker.ready().catch(env.report)
    tab.page = new Page({ worker: tab.worker, disk: this.disk, indexedDB: env.indexedDB!, channel: env.channel, later: env.later, report: env.report })
    return tab
  }

  #stroke(tab: Tab, call: string): Stroke {
    for (const plan of tab.storage) plan.at -= 1
    const due = tab.storage.find((plan) => plan.at <= 0)
    if (due) {
      tab.storage.splice(tab.storage.indexOf(due), 1)
      this.#world.strike(due.stroke === 'dies' ? 'crashAtCall' : 'storageAbort')
      if (due.stroke === 'dies') tab.kill()
      return due.stroke
    }
    if (this.fullUntil > this.#world.time.now && (call === 'put' || call === 'add')) {
      this.#world.strike('quota')
      return 'full'
    }
    return 'goes'
  }

  #lock(tab: Tab, holding: Set<string>, inTab: (run: () => void) => void, name: string, rest: unknown[]): Promise<unknown> {
    const callback = rest.pop() as (lock: Lock | null) => Promise<unknown>
    const asked = (this.#locks.request as (...args: unknown[]) => Promise<unknown>)(name, ...rest, async (lock: Lock | null) => {
      // Between two tabs there is always a turn of the event loop: the library that both share here would take one's work for the other's.
      await new Promise((next) => { setImmediate(next) })
      if (tab.dead) return undefined
      if (lock) holding.add(name)
      if (tab.frozen) await new Promise<void>((go) => inTab(go))
      return callback(lock)
    })
    // Let go, or taken away: it is no longer this tab's to pass on when it dies.
    asked.then(() => holding.delete(name), () => holding.delete(name))
    return asked
  }

  #channel(tab: Tab, inTab: (run: () => void) => void, name: string): Channel {
    const owner = {}
    const bus = this.#buses.get(name) ?? new Set()
    this.#buses.set(name, bus)
    return {
      post: (message) => {
        if (tab.dead) return
        for (const other of [...bus]) {
          if (other.owner === owner) continue
          if (this.loseWords > 0) {
            this.loseWords -= 1
            this.#world.strike('lostBroadcast')
          } else setImmediate(() => other.hear(message))
        }
      },
      listen: (listener) => bus.add({ owner, hear: (message) => {
        if (tab.deaf.has(name)) this.#world.strike('deafChannel')
        else inTab(() => listener(message))
      } }),
      close: () => { for (const other of [...bus]) if (other.owner === owner) bus.delete(other) },
    }
  }
}
