import { sql } from 'kysely'
import type { Change } from '#contract/schema/changes.ts'
import type { Picture } from '#contract/schema/picture.ts'
import type { Db } from '../db/tables.ts'

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

/** A person's avatar, if it changed between two revs. */
export async function avatarChangesIn(db: Db, userId: string, from: number, through: number): Promise<Change[]> {
  const { rows } = await sql<AvatarRow>`
    select file, picture, rev from avatars
      where user_id = ${userId}::uuid and rev > ${from}::bigint and rev <= ${through}::bigint`.execute(db)
  return rows.map(avatarChange)
}
