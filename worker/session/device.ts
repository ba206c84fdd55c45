import type { EndpointName, Input, Output } from '#contract/registry.ts'
import { DEVICE_CHANNEL, openDevice, type DeviceMessage, type DeviceStore } from '#localdb/device.ts'
import { openCatalogueDb, type CatalogueDb, type IdbEnv } from '#localdb/open.ts'
import { GUEST } from '#localdb/schema.ts'
import { openSession, type Exchange, type Session } from './session.ts'
import type { Env } from '../env/env.ts'
import { createEvictions, type Evictions } from './eviction.ts'
import { makeRoom } from './free-space.ts'
import { createSearchIndex, type SearchIndex } from '../search/search-index.ts'
import { isClosed, orAgain } from '../env/storage-errors.ts'
import { finishWipes } from './wipe.ts'
import type { WireOutcome } from '../wire/envelope.ts'
import { createWire, type Wire } from '../wire/wire.ts'

/** How often a tab looks up whose device this is, while it is seen and while it is not (ms). */
const LOOK = 10_000
const LOOK_HIDDEN = 60_000

/** Everything one tab's worker holds: made once; its session is opened again with every change of person. */
export interface Device {
  env: Env
  idb: IdbEnv
  store: DeviceStore
  evictions: Evictions
  catalogue(): Promise<CatalogueDb>
  /** What finds products on this device. */
  search: SearchIndex
  /** The session of the person at hand, opened on first use. */
  session(): Promise<Session>
  /**
   * The session of the person whom the device store names now: another tab's message of a change may be lost or late.
   */
  upToDate(): Promise<Session>
  /** The same; has the pages told when it is somebody else's. */
  lookUp(): Promise<Session>
  /** Closes the session and opens it again. */
  reopen(): Promise<Session>
  /** Opens the session of the person whom the device store names now, and has the other tabs do the same. */
  changePerson(): Promise<Session>
  /** Keeps contact and session up to date as well. */
  exchange: Exchange
  /**
   * Drops what can be fetched again, but for what the person's own things are made of; unsent work is never evicted by
   * us.
   */
  freeSpace(): Promise<void>
  isVisible(): boolean
  /** Notes whether the page can be seen, if that is said; answers whether it can. */
  setVisible(visible: boolean | undefined): boolean
  close(): Promise<void>
}

/** `pulled` is called when rows may have come whose products the device does not have. */
export function createDevice(env: Env, base: string, pulled: (session: Session) => void): Device {
  const idb: IdbEnv = {
    ...(env.indexedDB && { indexedDB: env.indexedDB }),
    ...(env.IDBKeyRange && { IDBKeyRange: env.IDBKeyRange }),
  }
  const store = openDevice(idb)
  const evictions = createEvictions(store)
  const wire = createWire(env, base)
  const tabs = env.channel(DEVICE_CHANNEL)
  let catalogue: Promise<CatalogueDb> | undefined
  let current: Promise<Session> | undefined
  let visible = true

  // Again for a guest's database that is being merged, while the session of the person it goes to was not yet read
  // here.
  const open = (closed: () => void): Promise<Session> =>
    orAgain(async () => {
      await finishWipes(store, idb)
      return openSession({
        env,
        idb,
        store,
        wire,
        base,
        visible: () => visible,
        pulled,
        closed,
        freeSpace,
        evictions,
        outdated: () => void changePerson().catch(env.report),
      })
    })
  const session = (): Promise<Session> => {
    if (current) return current
    // Closed (by us, or under us: site data cleared, a newer version elsewhere) or never opened: the next request opens
    // anew.
    const forget = (): void => {
      if (current === opening) current = undefined
    }
    const opening: Promise<Session> = open(forget)
    current = opening
    opening.catch(forget)
    return opening
  }
  const closeSession = async (): Promise<void> => {
    const closing = current
    current = undefined
    // One that could not be opened was told to whoever asked for it.
    await (await closing?.catch(() => undefined))?.close()
  }
  const reopen = async (): Promise<Session> => {
    await closeSession()
    return session()
  }
  const upToDate = async (): Promise<Session> => {
    const { person } = await session()
    const named = await store.read('session')
    return (named?.uid ?? GUEST) === person.uid && named?.tokenEpoch === person.session?.epoch ? session() : reopen()
  }
  const changePerson = async (): Promise<Session> => {
    const next = await reopen()
    tabs.post({ type: 'person', uid: next.person.uid } satisfies DeviceMessage)
    return next
  }
  const openCatalogue = (): Promise<CatalogueDb> =>
    (catalogue ??= orAgain(() => openCatalogueDb(idb, () => search.written())).then(
      (db) => {
        db.on('close', () => {
          catalogue = undefined
        })
        return db
      },
      (error: unknown) => {
        catalogue = undefined
        throw error
      },
    ))
  const search = createSearchIndex(env, openCatalogue)

  const freeSpace = async (): Promise<void> => makeRoom(env, (await session()).person.db, await openCatalogue())

  tabs.listen((message) => {
    if ((message as DeviceMessage).type === 'person') void upToDate().catch(env.report)
  })
  // Another tab's message may be lost, or that tab gone; storage may fail while a session opens. So each tab looks up
  // by itself who is here, opens a session if it has none, and tells its page.
  const lookUp = async (): Promise<Session> => {
    const before = await current?.catch(() => undefined)
    const after = await upToDate()
    if (after.person !== before?.person) tabs.post({ type: 'person', uid: after.person.uid } satisfies DeviceMessage)
    return after
  }
  const stopLooking = nowAndThen(env, () => (visible ? LOOK : LOOK_HIDDEN), lookUp)

  return {
    env,
    idb,
    store,
    evictions,
    catalogue: openCatalogue,
    search,
    session,
    upToDate,
    lookUp,
    reopen,
    changePerson,
    exchange: async (name, input, at) => exchange(wire, at ?? (await session()), name, input),
    freeSpace,
    isVisible: () => visible,
    setVisible: (now) => (visible = now ?? visible),
    close: async () => {
      stopLooking()
      tabs.close()
      search.close()
      await closeSession()
      void catalogue?.then((db) => db.close(), env.report)
    },
  }
}

/** Does something again and again, so many ms after it was last done, until told to stop. */
function nowAndThen(env: Env, ms: () => number, work: () => Promise<unknown>): () => void {
  let ended = false
  let callOff = (): void => {}
  const next = (): void => {
    if (!ended)
      callOff = env.later(
        ms(),
        () =>
          void work()
            .catch((error: unknown) => {
              if (!ended) env.report(error)
            })
            .then(next),
      )
  }
  next()
  return () => {
    ended = true
    callOff()
  }
}

async function exchange<N extends EndpointName>(
  wire: Wire,
  at: Session,
  name: N,
  input: Input<N>,
): Promise<WireOutcome<Output<N>>> {
  const speaker = await at.credentials()
  const outcome = await wire.send(name, input, speaker)
  try {
    await at.contact(outcome.kind !== 'unreachable')
    if (outcome.kind === 'sessionGone') await at.sessionGone(speaker)
  } catch (error) {
    // The person changed while the call was on its way: how it went no longer says anything of theirs.
    if (!isClosed(error)) throw error
  }
  return outcome
}
