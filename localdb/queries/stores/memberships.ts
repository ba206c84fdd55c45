import type { Membership } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../../read.ts'

/** The stores that the person acts for now, the latest last; and those where that has ended. */
export async function memberships({ user }: Pick<Readers, 'user'>): Promise<Membership[]> {
  const rows = (await user.memberships.toArray()).flatMap((row) => row.shown ?? [])
  return rows.sort((a, b) => Number(a.endedAt !== null) - Number(b.endedAt !== null) || a.since - b.since)
}

/** Whether a store's invitation waits for an answer. */
export const isInvited = ({ invited }: Membership): boolean => invited !== null && invited !== undefined

/** How many stores the person acts for now, or is invited to. */
export const storesCount = async (readers: Readers): Promise<number> =>
  (await memberships(readers)).filter((m) => m.endedAt === null || isInvited(m)).length
