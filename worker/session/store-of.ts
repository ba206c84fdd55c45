import { isDesk } from '#localdb/desk-id.ts'
import type { Session } from './session.ts'

/** The store of a call that is made at its desk, by its uid; nothing for a person's own. */
export const storeOf = ({ person: { id, uid } }: Session): { store?: string } => (isDesk(id) ? { store: uid } : {})
