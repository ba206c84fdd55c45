import { deskPartsOf } from '#localdb/desk-id.ts'
import { leaveDesk, openDesk } from './desk.ts'
import type { Session, SessionOptions } from './session.ts'

/** The desks that are open in one tab: those of the person at hand. */
export interface Desks {
  /** A desk by its id, opened on first use; undefined when it is not of the person at hand. */
  open(id: string): Promise<Session | undefined>
  /** The ids of a person's desks that were ever opened on this device. */
  of(uid: string): Promise<string[]>
  leave(id: string): Promise<void>
  close(): Promise<void>
}

type Shared = Omit<SessionOptions, 'pulled' | 'closed' | 'evictions' | 'oneShot'>

/** Keeps desks beside the person's session, and closes them with it. */
export function createDesks(s: Shared, session: () => Promise<Session>): Desks {
  const current = new Map<string, Promise<Session | undefined>>()
  let owner: Session | undefined
  const close = async (): Promise<void> => {
    const open = [...current.values()]
    current.clear()
    // If a desk could not be opened, its caller has the error.
    for (const opening of open) await (await opening.catch(() => undefined))?.close()
  }
  const open = async (id: string): Promise<Session | undefined> => {
    const at = deskPartsOf(id)
    const of = await session()
    if (at?.uid !== of.person.uid) return undefined
    // Another session may have another token.
    if (owner !== of) void close()
    owner = of
    const known = current.get(id)
    if (known) return known
    const forget = (): void => {
      if (current.get(id) === opening) current.delete(id)
    }
    const opening = openDesk({ ...s, pulled: () => undefined, closed: forget }, of, at.storeUid)
    current.set(id, opening)
    opening.then((desk) => desk ?? forget(), forget)
    return opening
  }
  const of: Desks['of'] = async (uid) =>
    ((await s.store.read('desks')) ?? []).filter((id) => deskPartsOf(id)?.uid === uid)
  return {
    open,
    of,
    leave: async (id) => {
      const desk = await open(id)
      if (desk) await leaveDesk(s, desk)
    },
    close,
  }
}
