import { openDevice } from '#localdb/device.ts'
import type { IdbEnv } from '#localdb/open.ts'
import { openSession } from '../session/session.ts'
import { wait, type Env } from '../env/env.ts'
import { isClosed } from '../env/storage-errors.ts'
import { countPending } from '../outbox/count-pending.ts'
import { createWire } from '../wire/wire.ts'

/**
 * How long it waits at most for the lease of a tab that is open, and for its own sending (ms): the browser ends it
 * after some minutes.
 */
const LIMIT = 90_000

/**
 * Sends what waits for the person whom the device store names, with no page open: the same session, under the
 * same lease, for only as long as it takes. While an open tab has the lease, that one sends; should it close,
 * or be frozen, the lease passes on to here. `left` when something may go later.
 */
export async function drainOnce(env: Env, base = ''): Promise<'done' | 'left'> {
  const idb: IdbEnv = {
    ...(env.indexedDB && { indexedDB: env.indexedDB }),
    ...(env.IDBKeyRange && { IDBKeyRange: env.IDBKeyRange }),
  }
  const store = openDevice(idb)
  const session = await store.read('session')
  // Nobody's, or about to be deleted: that is for the next page.
  if (!session || (await store.read('wipe'))?.some((w) => w.uid === session.uid)) return 'done'
  const ended = Promise.withResolvers<'done' | 'left'>()
  const end = ended.resolve
  try {
    const opened = await openSession({
      env,
      idb,
      store,
      wire: createWire(env, base),
      base,
      visible: () => false,
      pulled: () => undefined,
      freeSpace: () => Promise.resolve(),
      // Somebody else is here now, or storage was taken away: theirs is a page, which sees to it.
      closed: () => end('done'),
      outdated: () => end('done'),
      oneShot: {
        run: async (sender, epoch, lost) => {
          const next = await sender.drain(epoch, lost)
          if (!lost.aborted) end(next < Infinity ? 'left' : 'done')
        },
        waiting: ({ db }) =>
          void countPending(db).then((n) => {
            if (n === 0) end('done')
          }, env.report),
      },
    })
    const over = new AbortController()
    try {
      void wait(env, LIMIT, over.signal).then(() => end('left'))
      if ((await countPending(opened.person.db)) === 0) return 'done'
      return await ended.promise
    } finally {
      over.abort()
      await opened.close()
    }
  } catch (error) {
    if (isClosed(error)) return 'done'
    throw error
  }
}
