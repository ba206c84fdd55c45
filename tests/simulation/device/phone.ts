import { createWorker } from '#worker/create-worker.ts'
import { drainOnce } from '#worker/background/drain-once.ts'
import type { Channel, Env } from '#worker/env/env.ts'
import type { DeviceSession } from '#localdb/device.ts'
import { GUEST } from '#localdb/schema.ts'
import type { Random } from '#server/seed/random.ts'
import { Buses } from '../../support/device/buses.ts'
import { DeviceLocks } from '../../support/device/locks.ts'
import { lockOf } from './lock-of.ts'
import type { Network } from './network.ts'
import { Page } from './page.ts'
import { answering, gated, type Process, type Tab, type Waking } from './process.ts'
import type { RawDatabase } from './raw-database.ts'
import { Disk, type Stroke } from './storage.ts'
import type { FaultKind } from './record.ts'
import type { Time } from './time.ts'
import { Watch } from './watch.ts'

export interface PhoneWorld {
  time: Time
  random: Random
  network(phone: Phone): Network
  strike(kind: FaultKind): void
  report(error: unknown, phone: Phone): void
}

const MARKET = 'http://market'

/** The caches for the service worker are no part of a history. */
const noCaches = {
  dropCache: () => Promise.resolve(false),
  keepFile: () => Promise.resolve(true),
  dropFiles: () => Promise.resolve(),
}

/** One device: its disk, locks, channels and network, which no other device of the history sees. */
export class Phone {
  readonly disk = new Disk()
  readonly watch = new Watch(this.disk, () => this.now)
  readonly tabs: Tab[] = []
  readonly network: Network
  /** How far its clock is off (ms). */
  clock = 0
  offline = false
  /** Called when somebody on it is told that it has no network. */
  saysOffline = (): void => undefined
  /** Called with the next push, which carries the time that the clock was set to. */
  readonly clockSet: (() => void)[] = []
  /** The cursor that was put in place of its own; `struck` is called when the device pulls with it. */
  misplaced: { cursor: string; struck(): void } | undefined
  /** Called when a process reads the fence of a database while the mark of a newer app is on it. */
  newerMark: (() => void) | undefined
  /** The number of messages between tabs that are still to be lost. */
  loseWords = 0
  /** Nothing can be written until this time (virtual ms). */
  fullUntil = 0
  /** No database opens until this time (virtual ms). */
  noOpenUntil = 0
  appVersion = 1
  /** How often its disk was put back. */
  life = 0
  /** Called with the processes that send next, one each, while their push is on the wire. */
  readonly atPush: ((process: Process) => void)[] = []
  /** The people who have used it, in order; a guest is the first. */
  readonly sessions: string[] = [GUEST]
  readonly #wakings = new Set<Process>()
  #locks = new DeviceLocks()
  readonly #buses = new Buses()
  readonly number: number
  readonly #world: PhoneWorld

  constructor(number: number, world: PhoneWorld) {
    this.number = number
    this.#world = world
    this.network = world.network(this)
    this.watch.onSession = () => {
      if (this.person !== this.sessions.at(-1)) this.sessions.push(this.person)
    }
  }

  get session(): DeviceSession | null {
    return this.disk.row<DeviceSession>('caravan-device', 'records', 'session') ?? null
  }
  get person(): string {
    return this.session?.uid ?? GUEST
  }
  get now(): number {
    return this.#world.time.now + this.clock
  }
  get live(): Tab[] {
    return this.tabs.filter((t) => !t.dead)
  }
  get awake(): Tab[] {
    return this.live.filter((t) => !t.frozen)
  }

  /** Opens a tab. */
  open(): Tab {
    const { time, report } = this.#world
    const { process, env, inTab } = this.#start()
    const unanswered = new Set<string>()
    const tab: Tab = Object.assign(process, {
      number: this.tabs.length,
      worker: answering(createWorker(env, MARKET), unanswered),
      call: ((name, input) => tab.worker.call(name, input, tab.page.shows)) as Tab['call'],
      page: undefined as never,
      hidden: false,
      unanswered,
      close: async () => {
        process.thaw()
        await tab.worker.close()
        process.kill()
      },
    })
    this.tabs.push(tab)
    // The entry of the real worker does this first.
    void tab.worker.ready().catch(env.report)
    tab.page = new Page({
      worker: tab.worker,
      disk: this.disk,
      indexedDB: env.indexedDB!,
      channel: env.channel,
      later: (ms, run) => time.later(ms, () => inTab(run)),
      report: (error) => {
        if (!tab.dead) report(error, this)
      },
    })
    return tab
  }

  /** The browser wakes the drain, as it does when the network is back, whether or not a page is open. */
  wake(): Waking {
    const { process, env } = this.#start()
    this.#wakings.add(process)
    const over = (): void => {
      this.#wakings.delete(process)
      process.kill()
    }
    return {
      ended: drainOnce(env, MARKET).finally(over),
      cut: () => {
        if (process.dead) return false
        over()
        return true
      },
    }
  }

  /** Kills all processes on it at once; returns how many there were. */
  killAll(): number {
    const all = [...this.live, ...this.#wakings]
    for (const process of all) process.kill()
    return all.length
  }

  /** Replaces its databases by a copy, as when it is put back from a backup. All processes on it die. */
  putBack(copy: readonly RawDatabase[]): void {
    this.killAll()
    this.disk.replace(copy)
    this.life += 1
    this.watch.replaced()
  }

  /** Starts a process whose disk, network, locks and messages pass through the faults. */
  #start(): { process: Process; env: Env; inTab(run: () => void): void } {
    const { time, random } = this.#world
    const holding = new Set<string>()
    const dying = new AbortController()
    let thawed: (() => void)[] = []
    const process: Process = {
      frozen: false,
      dead: false,
      deaf: new Set(),
      storage: [],
      upgrading: () => undefined,
      stroke: (call, store, key) => this.#stroke(process, call, `${store} ${String(key)}`),
      opens: () => this.#opens(),
      wrote: (tx, store, value) => this.watch.wrote(tx, store, value),
      committed: (tx) => this.watch.committed(process, tx),
      kill: () => {
        if (process.dead) return
        process.dead = true
        // In a turn of its own: it may have died in the middle of its own work.
        setImmediate(() => {
          dying.abort()
          this.disk.release(process)
          this.#locks.releaseAll(holding)
          holding.clear()
        })
      },
      freeze: () => {
        process.frozen = true
      },
      thaw: () => {
        process.frozen = false
        const waiting = thawed
        thawed = []
        for (const run of waiting) run()
      },
    }
    /** Runs when the process runs: at once, once it is thawed, or never. */
    const inTab = (run: () => void): void => {
      if (process.dead) return
      if (process.frozen) thawed.push(() => inTab(run))
      else run()
    }
    const arrives = <T>(promise: Promise<T>): Promise<T> =>
      new Promise((done, failed) => {
        promise.then(
          (value) => inTab(() => done(value)),
          (error: unknown) => inTab(() => failed(error as Error)),
        )
      })
    const env: Env = {
      ...this.disk.forUser(process, this.appVersion),
      fetch: (url, init) => {
        if (process.dead) return new Promise(() => undefined)
        const strike = url.endsWith('/sync/push') ? this.atPush.shift() : undefined
        if (strike)
          time.later(random.whole(5, 250), () => {
            if (!process.dead) strike(process)
          })
        return arrives(this.network.fetch(url, init, dying.signal).then((response) => gated(response, inTab)))
      },
      locks: {
        request: ((name: string, ...rest: unknown[]) =>
          lockOf(this.#locks, process, holding, inTab, name, rest)) as LockManager['request'],
      },
      channel: (name) => this.#channel(process, inTab, name),
      now: () => this.now,
      random: () => random.next(),
      later: (ms, run) => time.later(ms, () => inTab(run)),
      online: () => {
        if (this.offline) this.saysOffline()
        return !this.offline
      },
      ...noCaches,
      report: (error) => {
        if (!process.dead) this.#world.report(error, this)
      },
    }
    return { process, env, inTab }
  }

  #stroke(tab: Process, call: string, of: string): Stroke {
    if (call === 'get' && of === 'meta fence') this.newerMark?.()
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

  #opens(): boolean {
    if (this.noOpenUntil <= this.#world.time.now) return true
    this.#world.strike('openFails')
    return false
  }

  #channel(tab: Process, inTab: (run: () => void) => void, name: string): Channel {
    return this.#buses.join(name, {
      speaks: () => !tab.dead,
      passes: (hear) => {
        if (this.loseWords > 0) {
          this.loseWords -= 1
          this.#world.strike('lostBroadcast')
        } else setImmediate(hear)
      },
      hears: (hear) => {
        if (tab.deaf.has(name)) this.#world.strike('deafChannel')
        else inTab(hear)
      },
    })
  }
}
