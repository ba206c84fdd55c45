import { deferred } from '#contract/deferred.ts'
import { deskPartsOf } from '#localdb/desk-id.ts'
import { openDevice } from '#localdb/device.ts'
import type { IdbEnv } from '#localdb/open.ts'
import { openDesk } from '../session/desk.ts'
import { openSession, type Session, type SessionOptions } from '../session/session.ts'
import { wait, type Env } from '../env/env.ts'
import { isClosed } from '#localdb/storage-errors.ts'
import { countPending } from '../outbox/count-pending.ts'
import { createWire } from '../wire/wire.ts'

/**
 * How long it waits at most for the lease of a tab that is open, and for its own sending (ms): the browser ends it
 * after some minutes.
 */
const LIMIT = 90_000

type Drained = 'done' | 'left'

/**
 * Sends what waits for the person whom the device store names, and then at each of their desks, with no page open: the
 * same session, under the same lease, for only as long as it takes. While an open tab has the lease, that one sends;
 * should it close, or be frozen, the lease passes on to here. `left` when something may go later.
 */
export async function drainOnce(env: Env, base = ''): Promise<Drained> {
  const idb: IdbEnv = {
    ...(env.indexedDB && { indexedDB: env.indexedDB }),
    ...(env.IDBKeyRange && { IDBKeyRange: env.IDBKeyRange }),
  }
  const store = openDevice(idb)
  const [session, wipes, known] = await Promise.all([store.read('session'), store.read('wipe'), store.read('desks')])
  const uid = session?.uid
  // Nobody's, or about to be deleted: that is for the next page.
  if (uid === undefined || wipes?.some((w) => w.uid === uid)) return 'done'
  const desks = (known ?? []).flatMap((id) => {
    const at = deskPartsOf(id)
    return at?.uid === uid && !wipes?.some((w) => w.uid === id) ? [at.storeUid] : []
  })
  const options = {
    env,
    idb,
    store,
    wire: createWire(env, base),
    base,
    visible: () => false,
    pulled: () => undefined,
    freeSpace: () => Promise.resolve(),
  }
  try {
    return await drained(
      env,
      (own) => openSession({ ...options, ...own }),
      async (of) => {
        let left: Drained = 'done'
        for (const storeUid of desks) {
          const result = await drained(env, (own) => openDesk({ ...options, ...own }, of, storeUid))
          if (result === 'left') left = result
        }
        return left
      },
    )
  } catch (error) {
    if (isClosed(error)) return 'done'
    throw error
  }
}

/** Sends what waits in one session, and then what `others` have that hang on it. */
async function drained(
  env: Env,
  open: (own: Pick<SessionOptions, 'closed' | 'outdated' | 'oneShot'>) => Promise<Session | undefined>,
  others: (of: Session) => Promise<Drained> = async () => 'done',
): Promise<Drained> {
  const ended = deferred<Drained>()
  const end = ended.resolve
  const opened = await open({
    // Somebody else is here now, or storage was taken away: theirs is a page, which sees to it.
    closed: () => end('done'),
    outdated: () => end('done'),
    oneShot: {
      run: async (sender, epoch, lost) => {
        const next = await sender.drain(epoch, lost)
        if (lost.aborted) return true
        end(next < Infinity ? 'left' : 'done')
        return false
      },
      waiting: ({ db }) =>
        void countPending(db).then((n) => {
          if (n === 0) end('done')
        }, env.report),
    },
  })
  if (!opened) return 'done'
  const over = new AbortController()
  try {
    void wait(env, LIMIT, over.signal).then(() => end('left'))
    const own = (await countPending(opened.person.db)) === 0 ? 'done' : await ended.promise
    const theirs = await others(opened)
    return own === 'left' ? own : theirs
  } finally {
    over.abort()
    await opened.close()
  }
}
