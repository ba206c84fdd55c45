import { sql, type RawBuilder } from 'kysely'
import type { StoreChange, StoreTalk, StoreTalkLine } from '#contract/sync/schema-store-rows.ts'
import { millis } from '../../catalogue/product-json.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../../feed/choice.ts'
import { subjectOf } from '../../messages/change.ts'

// Conversations as the feed of the store has them: nothing of the buyer but a name.

interface TalkRow extends Omit<StoreTalk, 'subject'> {
  subject_kind: string | null
  subject_id: string | null
  rev: number | null
}

/** The conversations `t` of a store that a condition chooses. */
export async function readStoreTalks(db: Db | Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const { rows } = await sql<TalkRow>`
    select t.desk_id as id, u.username as buyer, t.subject_kind, t.subject_id, t.title, t.last,
      t.store_read_to as "readTo", ${millis('t.asked_at')} as "askedAt", ${millis('t.at')} as at, t.deleted,
      t.store_rev as rev,
      case when t.subject_kind = 'product' then (select p.uid from products p
        where p.id = t.subject_id::int and p.store_id = t.store_id and not p.deleted) end as goods,
      (select count(*)::int from talk_lines l where l.user_id = t.user_id and l.talk_id = t.id
        and l.mine and not l.deleted and l.n > t.store_read_to) as unread
    from talks t join users u on u.id = t.user_id where ${where}`.execute(db)
  return rows.map(({ rev, subject_kind, subject_id, ...row }) => ({
    table: 'storeTalks',
    key: row.id,
    rev: rev ?? 0,
    row: { ...row, subject: subjectOf({ subject_kind, subject_id }) },
  }))
}

interface LineRow extends Omit<StoreTalkLine, 'files' | 'pictures'> {
  files: string[]
  pictures: NonNullable<StoreTalkLine['pictures']>
  rev: number | null
}

/** The lines `l` of a store's conversations `t` that a condition chooses. */
export async function readStoreLines(db: Db | Tx, where: RawBuilder<unknown>): Promise<StoreChange[]> {
  const { rows } = await sql<LineRow>`
    select t.desk_id || ':' || l.id as id, l.n, not l.mine as mine, l.by_person as by, l.text, l.files, l.pictures,
      ${millis('l.at')} as at, l.deleted, l.store_rev as rev
    from talk_lines l join talks t on t.user_id = l.user_id and t.id = l.talk_id where ${where}`.execute(db)
  return rows.map(({ rev, files, pictures, ...row }) => ({
    table: 'storeTalkLines',
    key: row.id,
    rev: rev ?? 0,
    // The buyer's own files are nobody else's.
    row: { ...row, ...(row.mine && files.length > 0 && { files }), ...(pictures.length > 0 && { pictures }) },
  }))
}

/** The chosen ones of a store's conversations, and their lines. */
export async function readChosenTalks(tx: Tx, storeId: number, choice: RowChoice): Promise<StoreChange[]> {
  const talks = isChosen(choice, 'storeTalks', { rev: sql`t.store_rev`, key: sql`t.desk_id`, type: 'uuid' })
  const lines = isChosen(choice, 'storeTalkLines', { rev: sql`l.store_rev`, key: sql`t.desk_id || ':' || l.id` })
  return [
    ...(await readStoreTalks(tx, sql`t.store_id = ${storeId}::int and ${talks}`)),
    ...(await readStoreLines(tx, sql`l.store_id = ${storeId}::int and ${lines}`)),
  ]
}
