import type { StoreMember, StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { countBut } from '../sync/count-but.ts'
import { endedStates } from '../../intent-states.ts'
import type { UserReader } from '../../read.ts'
import type { MetaRows } from '../../schema.ts'

// The queries with which a store's screens read its desk (worker/session/desk.ts).

/** How a desk stands with the server. */
export interface DeskStatus {
  online: boolean
  /** Changes that are not yet at the server. */
  waiting: number
  /** The membership is over. */
  ended: boolean
}

export async function deskStatus(user: UserReader): Promise<DeskStatus> {
  const [link, ended, waiting] = await Promise.all([
    user.meta.get('link') as PromiseLike<MetaRows['link'] | undefined>,
    user.meta.get('ended'),
    countBut(user.outbox, [...endedStates, 'conflict']),
  ])
  return { online: link?.online ?? true, waiting, ended: ended !== undefined }
}

/** A member, and whether what was done with them is not at the server yet. */
export interface MemberItem extends StoreMember {
  pending: boolean
}

/** The people who act for the store now, its owners first, and those who are invited. */
export async function members(user: UserReader): Promise<MemberItem[]> {
  const rows = (await user.storeMembers.toArray()).flatMap((row) =>
    row.shown && (row.shown.endedAt === null || row.shown.invited) ? [{ ...row.shown, pending: row.pending > 0 }] : [],
  )
  const rank = ({ endedAt, role }: StoreMember): number => (endedAt !== null ? 2 : role === 'owner' ? 0 : 1)
  return rows.sort((a, b) => rank(a) - rank(b) || a.since - b.since)
}

/** The store's notice, blank until the desk has one. */
export const readStoreNotice = async (user: UserReader): Promise<StoreNotice> =>
  (await user.storeNotice.get('notice'))?.shown ?? { announcement: '', holidayFrom: null, holidayTo: null }
