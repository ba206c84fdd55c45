import type { Payload } from '#contract/registry.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import { avatarChange } from './avatar-change.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { claimFiles } from './claim-files.ts'

/** Makes a file a person's avatar, or takes it away; or says why not, and then has changed nothing. */
export async function setAvatar(
  { tx, rev, keys }: OwnerCall,
  userId: string,
  payload: Payload<'avatar.set'>,
): Promise<Change | OwnRefusal> {
  const pictures = await claimFiles({ tx, userId, keys }, 'avatar.set', payload, 'avatar')
  if ('reason' in pictures) return pictures
  const [picture = null] = pictures
  const row = { file: payload.file, picture: picture && JSON.stringify(picture), rev }
  await tx
    .insertInto('avatars')
    .values({ user_id: userId, ...row })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
    .execute()
  await tx
    .updateTable('users')
    .set({ avatar: picture && picture.src })
    .where('id', '=', userId)
    .execute()
  return avatarChange({ file: payload.file, picture, rev })
}
