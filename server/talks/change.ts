import { sql, type RawBuilder } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'
import { subjectOf } from '../messages/change.ts'

/** A conversation as its table has it, with how much of it is unread. */
export interface TalkRow {
  id: string
  store_id: number
  store_name: string | null
  subject_kind: string | null
  subject_id: string | null
  title: Texts | null
  last: number
  read_to: number
  unread: number
  at: Date
  deleted: boolean
  rev: number
}

/** The conversations `t` that a condition chooses. */
export async function readTalks(tx: Tx, where: RawBuilder<unknown>): Promise<TalkRow[]> {
  const { rows } = await sql<TalkRow>`
    select t.id, t.store_id, t.store_name, t.subject_kind, t.subject_id, t.title, t.last, t.read_to, t.at,
      t.deleted, t.rev, (select count(*)::int from talk_lines l where l.user_id = t.user_id and l.talk_id = t.id
        and not l.mine and not l.deleted and l.n > t.read_to) as unread
    from talks t where ${where}`.execute(tx)
  return rows
}

/** A conversation as the feed carries it. */
export const talkChange = (t: TalkRow): Change => ({
  table: 'talks',
  key: t.id,
  rev: t.rev,
  row: {
    id: t.id,
    to: t.store_id,
    name: t.store_name ?? '',
    subject: subjectOf(t),
    title: t.title,
    last: t.last,
    readTo: t.read_to,
    unread: t.unread,
    at: t.at.getTime(),
    deleted: t.deleted,
  },
})

/** A line of a conversation as its table has it. */
export interface StoredTalkLine {
  talk_id: string
  id: string
  n: number
  mine: boolean
  text: string
  files: string[]
  pictures: Picture[]
  at: Date
  deleted: boolean
  rev: number
}

/** The columns of a StoredTalkLine, for `returning` and `select`. */
export const talkLineColumns: RawBuilder<unknown> = sql`talk_id, id, n, mine, text, files, pictures, at, deleted, rev`

/** A line of a conversation as the feed carries it. */
export const talkLineChange = (l: StoredTalkLine): Change => {
  const id = `${l.talk_id}:${l.id}`
  return {
    table: 'talkLines',
    key: id,
    rev: l.rev,
    row: {
      id,
      n: l.n,
      mine: l.mine,
      text: l.text,
      // The ids of a store's files are its own.
      ...(l.mine && l.files.length > 0 && { files: l.files }),
      ...(l.pictures.length > 0 && { pictures: l.pictures }),
      at: l.at.getTime(),
      deleted: l.deleted,
    },
  }
}

/** The chosen ones of a person's conversations and their lines. */
export async function readOwnTalks(tx: Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const ofTalk = { rev: sql`t.rev`, key: sql`t.id`, type: 'uuid' } as const
  const talks = await readTalks(tx, sql`t.user_id = ${userId}::uuid and ${isChosen(choice, 'talks', ofTalk)}`)
  const { rows: lines } = await sql<StoredTalkLine>`
    select ${talkLineColumns} from talk_lines where user_id = ${userId}::uuid
      and ${isChosen(choice, 'talkLines', { rev: sql`rev`, key: sql`talk_id || ':' || id` })}`.execute(tx)
  return [...talks.map(talkChange), ...lines.map(talkLineChange)]
}
