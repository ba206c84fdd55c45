import { randomBytes } from 'node:crypto'
import { byId } from '#contract/lists/by-id.ts'
import type { DeclaredFiles } from '#contract/wire/mutation.ts'
import { mutationOf } from '#contract/mutations.ts'
import type { MutationName } from '#contract/registry.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Tx } from '../db/tables/tables.ts'
import type { MarketKeys } from '../keys/market-keys.ts'
import { hideContents, showContents } from './contents.ts'

// How a mutation takes files (the device has sent them before it, contract/wire/mutation.ts: `files`):
//
//   const used = await claimFiles(call, 'review.write', p, `review:${id}`)
//   if ('reason' in used) return { kind: 'refused', refusal: used }
//   … store `used` (pictures, in the order of the payload) in the row
//
// and when the row goes: `releaseFiles(tx, userId, 'review:…')`. Its picture is served to nobody from then on, and a
// file that no subject uses is deleted after a while (server/files/purge.ts). A file is sealed until something shows
// it. The address of a picture cannot be guessed: only people who are shown its row can open it.

/** An address of a picture that cannot be guessed. */
export const newFileName = (): string => randomBytes(16).toString('hex')

/** The `src` of a person's picture (contract/pictures/schema.ts). */
export const fileSrc = (name: string): string => `file/${name}`

/** The name in a `src`; undefined when it is no file's. */
export const fileNameIn = (src: string): string | undefined => /^file\/([0-9a-f]{32})$/.exec(src)?.[1]

/** The parts of a call that claiming needs. */
export interface Claiming {
  tx: Tx
  userId: string
  keys: MarketKeys
}

/**
 * The pictures of the files that a payload names, in its order, from now on used by `subject` and to be seen; or why it
 * is refused. Files that the subject used before, and that are not named any more, are released.
 */
export async function claimFiles(
  call: Claiming,
  mutation: MutationName,
  payload: unknown,
  subject: string,
): Promise<Picture[] | OwnRefusal> {
  const declared = mutationOf(mutation).files as DeclaredFiles<unknown> | undefined
  const ids = [...new Set(declared?.of(payload) ?? [])]
  if (!declared || ids.length > declared.most) return { reason: 'invalid', params: { path: 'files' } }
  return claimIds(call, ids, declared.bytesMax, subject)
}

/** The same for files by their ids. Pictures of files that are not `shown` stay sealed. */
export async function claimIds(
  { tx, userId, keys }: Claiming,
  ids: readonly string[],
  bytesMax: number,
  subject: string,
  shown = true,
): Promise<Picture[] | OwnRefusal> {
  const found =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('files')
          .select(['id', 'name', 'size', 'tint'])
          .where('user_id', '=', userId)
          .where('state', '=', 'here')
          .where('id', 'in', ids)
          .forUpdate()
          .execute()
  if (found.length < ids.length) return { reason: 'fileMissing' }
  if (found.some((file) => file.size > bytesMax)) return { reason: 'tooLarge' }
  await releaseFiles(tx, userId, subject)
  await addUses({ tx, userId, keys }, ids, subject, shown)
  const fileOf = byId(found)
  return ids.map((id) => ({ src: fileSrc(fileOf.get(id)!.name), tint: fileOf.get(id)!.tint! }))
}

/** Says that a subject uses files, whose rows the caller holds: they are to be shown, or stay sealed. */
export async function addUses(
  { tx, userId, keys }: Claiming,
  ids: readonly string[],
  subject: string,
  shown = true,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('file_uses')
    .values(ids.map((id) => ({ user_id: userId, id, subject, shown })))
    .execute()
  await (shown ? showContents : hideContents)({ tx, keys }, userId, ids)
}

/** Says that a subject of a person uses no files any more. */
export async function releaseFiles(tx: Tx, userId: string, subject: string): Promise<void> {
  await tx.deleteFrom('file_uses').where('user_id', '=', userId).where('subject', '=', subject).execute()
}
