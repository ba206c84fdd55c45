import type { DeviceMessage, DeviceStore } from '#localdb/device.ts'
import { GUEST } from '#localdb/schema.ts'
import type { Env } from '../env/env.ts'
import { orAgain } from '../env/or-again.ts'
import type { Session } from './session.ts'

/** How often a tab looks up whose device this is, while it is visible and while it is not (ms). */
const LOOK = 10_000
const LOOK_HIDDEN = 60_000

/** The session of the person at hand in one tab: opened on first use, and again with every change of person. */
export interface Sessions {
  /** The session of the person at hand, opened on first use. */
  session(): Promise<Session>
  /**
   * The session of the person whom the device store names now: another tab's message of a change may be lost or late.
   */
  upToDate(): Promise<Session>
  /** The same; also tells the pages when the session is somebody else's. */
  lookUp(): Promise<Session>
  /** Closes the session and opens it again. */
  reopen(): Promise<Session>
  /** Opens the session of the person whom the device store names now, and has the other tabs do the same. */
  changePerson(): Promise<Session>
}

/** Keeps this tab's session up to date by looking it up now and then; `open` opens one, `tell` tells the other tabs. */
export function createSessions(
  {
    env,
    store,
    visible,
    tell,
  }: { env: Env; store: DeviceStore; visible(): boolean; tell(message: DeviceMessage): void },
  open: (closed: () => void) => Promise<Session>,
): Sessions & { close(): Promise<void> } {
  let current: Promise<Session> | undefined

  const session = (): Promise<Session> => {
    if (current) return current
    // Closed (by us, or under us: site data cleared, a newer version elsewhere) or never opened: the next request opens
    // another.
    const forget = (): void => {
      if (current === opening) current = undefined
    }
    // Again for a guest's database that is being merged, while the session of the person it goes to was not yet read
    // here.
    const opening: Promise<Session> = orAgain(() => open(forget))
    current = opening
    opening.catch(forget)
    return opening
  }
  const close = async (): Promise<void> => {
    const closing = current
    current = undefined
    // If the session could not be opened, its caller has the error.
    await (await closing?.catch(() => undefined))?.close()
  }
  const reopen = async (): Promise<Session> => {
    await close()
    return session()
  }
  const upToDate = async (): Promise<Session> => {
    const { person } = await session()
    const named = await store.read('session')
    return (named?.uid ?? GUEST) === person.uid && named?.tokenEpoch === person.session?.epoch ? session() : reopen()
  }
  const changePerson = async (): Promise<Session> => {
    const next = await reopen()
    tell({ type: 'person', uid: next.person.uid })
    return next
  }
  // Another tab's message may be lost, or that tab gone; storage may fail while a session opens. So each tab looks up
  // by itself who is here, opens a session if it has none, and tells its page.
  const lookUp = async (): Promise<Session> => {
    const before = await current?.catch(() => undefined)
    const after = await upToDate()
    if (after.person !== before?.person) tell({ type: 'person', uid: after.person.uid })
    return after
  }
  const stopLooking = nowAndThen(env, () => (visible() ? LOOK : LOOK_HIDDEN), lookUp)
  return {
    session,
    upToDate,
    lookUp,
    reopen,
    changePerson,
    close: () => {
      stopLooking()
      return close()
    },
  }
}

/** Repeats `work`, each time `ms()` milliseconds after it last ended, until the returned function is called. */
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
