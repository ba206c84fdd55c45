import type { Avatar } from '#contract/sync/schema-rows.ts'
import type { Sealed } from '../schema.ts'
import type { Readers } from '../read.ts'
import { sealKey } from './account.ts'

/** The sealed bytes of a file that is kept here, and what opens them; undefined when it is not here. */
export async function fileBytes(
  readers: Pick<Readers, 'user'>,
  id: string | undefined,
): Promise<{ id: string; uid: string; key: CryptoKey; sealed: Sealed } | undefined> {
  if (id === undefined) return undefined
  const [own, kept] = await Promise.all([sealKey(readers), readers.user.fileBytes.get(id)])
  return own && kept && { ...own, id, sealed: kept.sealed }
}

/** The person's avatar as it is shown; undefined when they never had one. */
export async function ownAvatar({ user }: Readers): Promise<(Avatar & { pending: boolean }) | undefined> {
  const row = await user.avatar.get('me')
  return row?.shown ? { ...row.shown, pending: row.pending > 0 } : undefined
}
