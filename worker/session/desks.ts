import { partsOf } from '#localdb/desk-id.ts'
import { load } from '../env/load.ts'
import type { Session, SessionOptions } from './session.ts'

/** The desks that are open in one tab: those of the person at hand. */
export interface Desks {
  /** A desk by its id, opened on first use; undefined when it is not of the person at hand. */
  open(id: string): Promise<Session | undefined>
  /** The ids of a person's desks that were ever opened on this device. */
  of(uid: string): Promise<string[]>
  leave(id: string): Promise<void>
  /** Closes all, when the person's session ends. */
  close(): void
}

type Shared = Omit<SessionOptions, 'pulled' | 'closed' | 'evictions' | 'oneShot'>

/** Keeps desks beside the person's session; what a desk is made of is loaded with the first. */
export function createDesks(s: Shared, session: () => Promise<Session>): Desks {
  const current = new Map<string, Promise<Session | undefined>>()
  let owner: Session | undefined
  const close = (): void => {
    for (const opening of current.values())
      void opening.then(
        (desk) => desk?.close(),
        () => undefined,
      )
    current.clear()
  }
  const open = async (id: string): Promise<Session | undefined> => {
    const at = partsOf(id)
    const of = await session()
    if (at?.uid !== of.person.uid) return undefined
    // Of another session the token may be another.
    if (owner !== of) close()
    owner = of
    const known = current.get(id)
    if (known) return known
    const forget = (): void => {
      if (current.get(id) === opening) current.delete(id)
    }
    const opening: Promise<Session | undefined> = load(import('./desk.ts')).then(({ openDesk }) =>
      openDesk({ ...s, pulled: () => undefined, closed: forget }, of, at.storeUid),
    )
    current.set(id, opening)
    opening.then((desk) => desk ?? forget(), forget)
    return opening
  }
  const of: Desks['of'] = async (uid) => ((await s.store.read('desks')) ?? []).filter((id) => partsOf(id)?.uid === uid)
  return {
    open,
    of,
    leave: async (id) => {
      const desk = await open(id)
      if (desk) await (await load(import('./desk.ts'))).leaveDesk(s, desk)
    },
    close,
  }
}
