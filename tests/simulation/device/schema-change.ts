import type { Dexie } from 'dexie'
import type { IdbEnv } from '#localdb/open.ts'

// Newer versions of the app, for histories in which it is renewed: each raises the person's database by one version,
// with another index over what waits and a row that its upgrade writes.

declare global {
  /** Called before a database is opened, where `observing` has edited it. */
  var caravanSchema: (db: Dexie, env: IdbEnv) => void
}

/** Beyond every version of ours. */
const BEYOND = 50
/** The version of a person's database, as IndexedDB counts it, under such a version of the app. */
export const versionOf = (appVersion: number): number => (BEYOND + appVersion) * 10

globalThis.caravanSchema = (db, env) => {
  const { appVersion = 1 } = (env.indexedDB ?? {}) as { appVersion?: number }
  if (!db.name.startsWith('caravan-user-')) return
  for (let v = 2; v <= appVersion; v++) {
    db.version(BEYOND + v)
      .stores({ outbox: `++seq, &intentId, state, *lanes, *keys, *deps, *files${v % 2 === 0 ? ', createdAt' : ''}` })
      .upgrade(async (tx) => {
        await tx.table('meta').put({ key: `upgraded${v}`, waiting: await tx.table('outbox').count() })
      })
  }
}
