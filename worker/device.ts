import type { EndpointName, Input, Output } from '#contract/registry.ts'
import { DEVICE_CHANNEL, openDevice, type DeviceMessage, type DeviceStore } from '#localdb/device.ts'
import { openCatalogueDb, type CatalogueDb, type IdbEnv } from '#localdb/open.ts'
import { openDesk, type Desk } from './desk.ts'
import type { Env } from './env.ts'
import { finishWipes } from './wipe.ts'
import type { WireOutcome } from './wire/envelope.ts'
import { createWire } from './wire/wire.ts'

/** Everything one tab's worker holds: made once, its desk anew with every change of person. */
export interface Device {
  env: Env
  idb: IdbEnv
  store: DeviceStore
  catalogue(): Promise<CatalogueDb>
  /** The desk of the person at hand, opened on first use. */
  desk(): Promise<Desk>
  closeDesk(): Promise<void>
  /** Opens the desk of whoever the device store now names, and has the other tabs do the same. */
  changePerson(): Promise<Desk>
  /** One call in the person's name; contact and session are kept up to date. */
  exchange<N extends EndpointName>(name: N, input: Input<N>): Promise<WireOutcome<Output<N>>>
  setVisible(visible: boolean): void
  close(): Promise<void>
}

/** `pulled` is called when rows may have come whose products the device does not have. */
export function createDevice(env: Env, base: string, pulled: (desk: Desk) => void): Device {
  const idb: IdbEnv = { ...(env.indexedDB && { indexedDB: env.indexedDB }), ...(env.IDBKeyRange && { IDBKeyRange: env.IDBKeyRange }) }
  const store = openDevice(idb)
  const wire = createWire(env, base)
  const tabs = env.channel(DEVICE_CHANNEL)
  let catalogue: Promise<CatalogueDb> | undefined
  let current: Promise<Desk> | undefined
  let visible = true

  const open = async (closed: () => void): Promise<Desk> => {
    await finishWipes(store, idb)
    return openDesk({ env, idb, store, wire, base, visible: () => visible, pulled, closed })
  }
  const desk = (): Promise<Desk> => {
    if (current) return current
    // Closed (by us, or under us: site data cleared, a newer version elsewhere) or never opened: the next request opens anew.
    const forget = (): void => { if (current === opening) current = undefined }
    const opening: Promise<Desk> = open(forget)
    current = opening
    opening.catch(forget)
    return opening
  }
  const closeDesk = async (): Promise<void> => {
    const closing = current
    current = undefined
    if (closing) await (await closing).close()
  }
  const openCatalogue = (): Promise<CatalogueDb> => (catalogue ??= openCatalogueDb(idb).then((db) => {
    db.on('close', () => { catalogue = undefined })
    return db
  }, (error: unknown) => { catalogue = undefined; throw error }))

  tabs.listen((message) => {
    if ((message as DeviceMessage).type === 'person') void closeDesk().then(desk).catch(env.report)
  })

  return {
    env, idb, store, catalogue: openCatalogue, desk, closeDesk,
    changePerson: async () => {
      await closeDesk()
      const next = await desk()
      tabs.post({ type: 'person', uid: next.person.uid } satisfies DeviceMessage)
      return next
    },
    exchange: async (name, input) => {
      const at = await desk()
      const speaker = await at.speaker()
      const outcome = await wire.send(name, input, speaker)
      await at.contact(outcome.kind !== 'unreachable')
      if (outcome.kind === 'sessionGone') await at.sessionGone(speaker)
      return outcome
    },
    setVisible: (now) => { visible = now },
    close: async () => {
      tabs.close()
      await closeDesk()
      void catalogue?.then((db) => db.close(), env.report)
    },
  }
}
