import type { DeviceEndpointName, Input, Output } from '#contract/registry.ts'
import { DEVICE_CHANNEL, openDevice, type DeviceMessage, type DeviceStore } from '#localdb/device.ts'
import { openCatalogueDb, type CatalogueDb, type IdbEnv } from '#localdb/open.ts'
import { openSession, type Exchange, type Session, type SessionOptions } from './session.ts'
import type { Env } from '../env/env.ts'
import { createEvictions, type Evictions } from './eviction.ts'
import { createSearchIndex, type SearchIndex } from '../search/search-index.ts'
import { load, NotLoaded } from '../env/load.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import { orAgain } from '../env/or-again.ts'
import type { Desks } from './desks.ts'
import { createSessions, type Sessions } from './sessions.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { createWire, type Wire } from '../wire/wire.ts'

/** Everything one tab's worker holds, made once. Each module that uses it takes a `Pick` of what it needs. */
export interface Device extends Sessions {
  env: Env
  idb: IdbEnv
  store: DeviceStore
  evictions: Evictions
  /** The catalogue's database, opened on first use and again after it was closed. */
  catalogue(): Promise<CatalogueDb>
  search: SearchIndex
  /** The desks of the person at hand (desk.ts), which come with the first that is asked for. */
  desks(): Promise<Desks>
  /** One call, which keeps contact and session up to date as well. */
  exchange: Exchange
  /**
   * Drops data that can be fetched again, except the products that the person's own rows need. We never evict unsent
   * work.
   */
  freeSpace(): Promise<void>
  isVisible(): boolean
  /** Notes whether the page can be seen, unless `visible` is undefined; returns whether it can. */
  setVisible(visible: boolean | undefined): boolean
  close(): Promise<void>
}

/**
 * `pulled` is called when rows may have come whose products the device does not have: those of a pull, or the ones that
 * a push was answered with.
 */
export function createDevice(env: Env, base: string, pulled: SessionOptions['pulled']): Device {
  const idb: IdbEnv = {
    ...(env.indexedDB && { indexedDB: env.indexedDB }),
    ...(env.IDBKeyRange && { IDBKeyRange: env.IDBKeyRange }),
  }
  const store = openDevice(idb)
  const evictions = createEvictions(store)
  const wire = createWire(env, base)
  const tabs = env.channel(DEVICE_CHANNEL)
  let shown = true
  const visible = (): boolean => shown
  const catalogue = openedOnUse(() => orAgain(() => openCatalogueDb(idb, () => search.written())))
  const search = createSearchIndex(env, catalogue.get)
  const freeSpace = async (): Promise<void> => {
    try {
      const { makeRoom } = await load(import('./free-space.ts'))
      await makeRoom(env, (await sessions.session()).person.db, await catalogue.get())
    } catch (error) {
      // Then nothing is freed, and the caller finds no room.
      if (!(error instanceof NotLoaded)) throw error
    }
  }
  const outdated = (): void => void sessions.changePerson().catch(env.report)
  const tell = (message: DeviceMessage): void => tabs.post(message)
  const shared = { env, idb, store, wire, base, visible, freeSpace, outdated }
  const { close: closeSession, ...sessions } = createSessions({ env, store, visible, tell }, async (closed) => {
    // There is hardly ever a wipe to finish; it ends before anything is read.
    if ((await store.read('wipe'))?.length) await (await load(import('./wipe.ts'))).finishWipes(store, idb)
    const over = (): void => {
      closed()
      void desks?.then((open) => open.close(), env.report)
    }
    return openSession({ ...shared, pulled, closed: over, evictions })
  })
  let desks: Promise<Desks> | undefined
  tabs.listen((message) => {
    if ((message as DeviceMessage).type === 'person') void sessions.upToDate().catch(env.report)
  })
  return {
    ...sessions,
    env,
    idb,
    store,
    evictions,
    catalogue: catalogue.get,
    search,
    desks: () =>
      (desks ??= load(import('./desks.ts')).then(
        ({ createDesks }) => createDesks(shared, sessions.session),
        (error: unknown) => {
          desks = undefined
          throw error
        },
      )),
    exchange: async (name, input, at) => exchange(wire, at ?? (await sessions.session()), name, input),
    freeSpace,
    isVisible: visible,
    setVisible: (now) => (shown = now ?? shown),
    close: async () => {
      tabs.close()
      search.close()
      await (await desks?.catch(() => undefined))?.close()
      await closeSession()
      catalogue.close(env.report)
    },
  }
}

/** A database that is opened when it is first asked for, and again when it was closed or could not be opened. */
function openedOnUse(open: () => Promise<CatalogueDb>): {
  get(): Promise<CatalogueDb>
  close(failed: (error: unknown) => void): void
} {
  let current: Promise<CatalogueDb> | undefined
  const forget = (): void => {
    current = undefined
  }
  return {
    get: () =>
      (current ??= open().then(
        (db) => {
          db.on('close', forget)
          return db
        },
        (error: unknown) => {
          forget()
          throw error
        },
      )),
    close: (failed) => void current?.then((db) => db.close(), failed),
  }
}

async function exchange<N extends DeviceEndpointName>(
  wire: Wire,
  at: Session,
  name: N,
  input: Input<N>,
): Promise<WireOutcome<Output<N>>> {
  const speaker = await at.credentials()
  const outcome = await wire.send(name, input, speaker)
  try {
    await at.contact(outcome.kind !== 'unreachable')
    if (outcome.kind === 'sessionGone') await at.sessionGone(speaker, outcome.deleted)
  } catch (error) {
    // The person changed while the call was on its way: its outcome no longer says anything about their session.
    if (!isClosed(error)) throw error
  }
  return outcome
}
