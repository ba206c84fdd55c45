import { sql } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Db } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

interface AvatarRow {
  file: string | null
  picture: Picture | null
  rev: number
}

/** A person's avatar as the feed carries it. */
export const avatarChange = ({ file, picture, rev }: AvatarRow): Change => ({
  table: 'avatar',
  key: 'me',
  rev,
  row: { file, picture },
})

/** A person's avatar, if it was chosen. */
export async function readAvatar(db: Db, userId: string, choice: RowChoice): Promise<Change[]> {
  const { rows } = await sql<AvatarRow>`
    select file, picture, rev from avatars where user_id = ${userId}::uuid
      and ${isChosen(choice, 'avatar', { rev: sql`rev`, key: sql`'me'` })}`.execute(db)
  return rows.map(avatarChange)
}
