import type { MutationName, Payload } from '#contract/registry.ts'
import type {
  CallInput,
  CallName,
  CallOutcome,
  CallOutput,
  Gesture,
  MutateOutcome,
  WantInput,
  WantName,
  WantOutcome,
} from '#worker/api/worker-api.ts'
import { drainOnce } from '#worker/background/drain-once.ts'
import { createWorker, type Worker } from '#worker/create-worker.ts'
import type { Channel, Env } from '#worker/env/env.ts'
import { openUserDb, openCatalogueDb, type CatalogueDb, type UserDb } from '#localdb/open.ts'
import { Buses } from './buses.ts'
import { idbOfTab, newIdb } from './fake-idb.ts'
import { CONDITION_LIMIT } from '../servers/limits.ts'
import { DeviceLocks } from './locks.ts'
import { createNetwork, type Network } from './network.ts'

/** One phone: its own IndexedDB, locks and channels, which no other device of the process sees. */
export interface TestDevice {
  network: Network
  /**
   * Opens a tab: the worker's real code over this device. On channels of the names in `deaf` no word of others reaches
   * it.
   */
  tab(deaf?: readonly string[]): TestTab
  /** Runs the drain, as the service worker does when it is woken with no page open. */
  drain(): ReturnType<typeof drainOnce>
  /** A second look into a database of the device, from outside. */
  userDb(uid: string): Promise<UserDb>
  catalogueDb(): Promise<CatalogueDb>
  /** Its IndexedDB, for a test that reads or changes the disk itself. */
  idb: ReturnType<typeof newIdb>
  /** How far the clock is off (ms), and how many times as fast as the true one it and all pauses run. */
  clock: { offset: number; speed: number }
  locks: DeviceLocks
  /** The caches of pictures and files that were dropped, by name. */
  dropped: string[]
  /** The files that are kept of stores taken along, by the name of their cache. */
  files: Map<string, Set<string>>
  reports: unknown[]
  /** Closes its tabs; resolves when the server, too, is done with what they asked. */
  end(): Promise<void>
}

export interface TestTab extends Omit<Worker, 'call' | 'want'> {
  /** Without `as`: the tab's page shows nobody's things yet. */
  call<N extends CallName>(name: N, input: CallInput<N>, as?: string): Promise<CallOutcome<CallOutput<N>>>
  want<N extends WantName>(name: N, params: WantInput<N>, as?: string): Promise<WantOutcome>
  /** The process dies: no I/O of it ever resolves again, and its locks pass on. */
  kill(): void
}

let gestures = 0
/** A new gesture's intentId. */
export const gesture = (): string => `00000000-0000-4000-8000-${String(++gestures).padStart(12, '0')}`

/** One gesture of one intent, with a new intentId. */
export const act = <N extends MutationName>(
  tab: Pick<Worker, 'mutate'>,
  name: N,
  payload: Payload<N>,
): Promise<MutateOutcome> => tab.mutate([{ intentId: gesture(), name, payload } as Gesture])

/** Requests locks for a tab, which are its own to hold while it lives. */
const requestOf = (locks: DeviceLocks, tab: { alive: boolean }, holding: Set<string>): LockManager['request'] =>
  ((name: string, ...rest: unknown[]) => {
    const callback = rest.pop() as (lock: Lock) => Promise<unknown>
    if (!tab.alive) return new Promise<never>(() => undefined)
    return (locks.request as (...args: unknown[]) => Promise<unknown>)(name, ...rest, async (lock: Lock) => {
      // It was queued for by a tab that has died meanwhile.
      if (!tab.alive) return undefined
      holding.add(name)
      try {
        return await callback(lock)
      } finally {
        holding.delete(name)
      }
    })
  }) as LockManager['request']

/** A tab's end of a channel between the tabs of a device. */
const channelOf = (name: string, buses: Buses, hearing: () => boolean): Channel =>
  buses.join(name, {
    speaks: () => true,
    passes: queueMicrotask,
    hears: (hear) => {
      if (hearing()) hear()
    },
  })

const devices = new Set<TestDevice>()

/** Ends all devices that are still on; for after a file's last test, before its server closes. */
export async function endDevices(): Promise<void> {
  await Promise.all([...devices].map((device) => device.end()))
}

/** The caches of a device for its service worker; they note the dropped names, and the files of the others. */
const cachesOf = (
  dropped: string[],
  files: Map<string, Set<string>>,
  online: () => boolean,
): Pick<Env, 'dropCache' | 'keepFile' | 'dropFiles'> => ({
  dropCache: async (name) => {
    dropped.push(name)
    files.delete(name)
  },
  keepFile: async (name, path) => {
    if (!online()) return undefined
    if (!files.has(name)) files.set(name, new Set())
    files.get(name)!.add(path)
    return true
  },
  dropFiles: async (name, paths) => {
    for (const path of paths) files.get(name)?.delete(path)
  },
})

type ProcessParts = Pick<TestDevice, 'idb' | 'locks' | 'clock' | 'reports' | 'dropped' | 'files' | 'network'> & {
  buses: Buses
  born: number
  random(): number
}

/** One process on a device: a tab's worker, or what the service worker runs. */
function processOf(
  { idb, locks, buses, clock, reports, dropped, files, network, born, random }: ProcessParts,
  self: { alive: boolean },
  deaf: readonly string[] = [],
) {
  const disk = idbOfTab(idb)
  const holding = new Set<string>()
  const env: Env = {
    ...disk.idb,
    fetch: (url, init) => (self.alive ? network.fetch(url, init) : new Promise<never>(() => undefined)),
    locks: {
      request: requestOf(locks, self, holding),
    },
    channel: (name) => channelOf(name, buses, () => self.alive && !deaf.includes(name)),
    now: () => born + (Date.now() - born) * clock.speed + clock.offset,
    random,
    later: (ms, run) => {
      const timer = setTimeout(() => {
        if (self.alive) run()
      }, ms / clock.speed)
      return () => clearTimeout(timer)
    },
    online: () => !network.faults.offline,
    ...cachesOf(dropped, files, () => !network.faults.offline),
    report: (error) => {
      if (self.alive) reports.push(error)
    },
  }
  return { env, disk, holding }
}

/** Makes a device that speaks to a market in this process; `random` sets how long its pauses are. */
export function newDevice(
  market: { fetch(request: Request): Response | Promise<Response> },
  random = () => 0.01,
): TestDevice {
  const born = Date.now()
  const idb = newIdb()
  const locks = new DeviceLocks()
  const buses = new Buses()
  const clock = { offset: 0, speed: 1 }
  const reports: unknown[] = []
  const dropped: string[] = []
  const files = new Map<string, Set<string>>()
  const tabs = new Set<{ alive: boolean; worker: Worker }>()
  let powered = true
  const network = createNetwork(market, () => powered)

  const parts = { idb, locks, buses, clock, reports, dropped, files, network, born, random }
  const tab = (deaf: readonly string[] = []): TestTab => {
    const self = { alive: true }
    const { env, disk, holding } = processOf(parts, self, deaf)
    const worker = createWorker(env, 'http://market')
    const entry = { alive: true, worker }
    tabs.add(entry)
    return {
      ...worker,
      call: (name, input, as) => worker.call(name, input, as),
      want: (name, params, as) => worker.want(name, params, as),
      kill: () => {
        self.alive = false
        entry.alive = false
        disk.die()
        locks.releaseAll(holding)
      },
    }
  }

  const device: TestDevice = {
    network,
    tab,
    drain: () => drainOnce(processOf(parts, { alive: true }).env, 'http://market'),
    clock,
    reports,
    locks,
    dropped,
    files,
    idb,
    userDb: (uid) => openUserDb(uid, idb),
    catalogueDb: () => openCatalogueDb(idb),
    end: async () => {
      devices.delete(device)
      for (const t of tabs) if (t.alive) await t.worker.close()
      powered = false
      await network.quiet()
    },
  }
  devices.add(device)
  return device
}

/**
 * Waits for a condition, asking every 10 ms; fails with what it waited for after 30 s, which only a busy machine takes.
 */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  ms = CONDITION_LIMIT,
): Promise<void> {
  const end = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await new Promise((done) => {
      setTimeout(done, 10)
    })
  }
}
