import { sql, type RawBuilder } from 'kysely'
import { TALK_LINES_MAX, TALKS_MAX } from '#contract/rules/messages.ts'
import type { Change } from '#contract/schema/changes.ts'
import type { Picture } from '#contract/schema/picture.ts'
import { releaseFiles } from '../files/claim-files.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { readTalks, talkChange, talkLineChange, talkLineColumns, type LineRow } from '../feed/talk-change.ts'

/** A line that is said in a conversation; `id` is a UUID. */
export interface Said {
  talk: string
  id: string
  mine: boolean
  text: string
  /** The ids of its files, and the pictures that were made of them. */
  shown?: { files: readonly string[]; pictures: readonly Picture[] }
  /** Unix ms. */
  at: number
}

/**
 * Adds a line to a person's conversation, which is there, under the owner's lock. What the person says waits for an
 * answer; an answer ends that. The oldest lines and conversations beyond their bounds go. Returns the rows as they are.
 */
export async function addLine(call: OwnerCall, userId: string, said: Said): Promise<Change[]> {
  const { tx, rev } = call
  const at = new Date(said.at)
  const { rows } = await sql<LineRow>`
    with t as (update talks set last = last + 1, at = ${at}::timestamptz, rev = ${rev}::bigint, deleted = false,
        asked_at = ${said.mine ? at : null}::timestamptz,
        read_to = case when ${said.mine}::boolean then last + 1 else read_to end
      where user_id = ${userId}::uuid and id = ${said.talk}::uuid returning last)
    insert into talk_lines (user_id, talk_id, id, n, mine, text, files, pictures, at, rev)
    select ${userId}::uuid, ${said.talk}::uuid, ${said.id}::uuid, t.last, ${said.mine}::boolean, ${said.text},
      ${JSON.stringify(said.shown?.files ?? [])}::jsonb,
      ${JSON.stringify(said.shown?.pictures ?? [])}::jsonb, ${at}::timestamptz, ${rev}::bigint from t
    returning ${talkLineColumns}`.execute(tx)
  const gone = await dropLines(
    call,
    userId,
    sql`at < (select at from talk_lines where user_id = ${userId}::uuid and not deleted
      order by at desc offset ${TALK_LINES_MAX - 1}::int limit 1)`,
  )
  const closed = await dropTalks(
    call,
    userId,
    sql`at < (select at from talks where user_id = ${userId}::uuid and not deleted
      order by at desc offset ${TALKS_MAX - 1}::int limit 1)`,
  )
  return [...rows.map(talkLineChange), ...(await talkNow(call, userId, said.talk)), ...gone, ...closed]
}

/** A conversation as it now is. */
export const talkNow = async ({ tx }: OwnerCall, userId: string, id: string): Promise<Change[]> =>
  (await readTalks(tx, sql`t.user_id = ${userId}::uuid and t.id = ${id}::uuid`)).map(talkChange)

/** What uses the pictures of a line. */
export const lineSubject = (id: string): string => `talk-line:${id}`

/** Takes the texts and pictures out of lines, so that only that there was something stays. */
export async function dropLines({ tx, rev }: OwnerCall, userId: string, which: RawBuilder<unknown>): Promise<Change[]> {
  const { rows } = await sql<LineRow>`
    update talk_lines set deleted = true, text = '', files = '[]', pictures = '[]', rev = ${rev}::bigint
    where user_id = ${userId}::uuid and not deleted and ${which} returning ${talkLineColumns}`.execute(tx)
  for (const { id } of rows) await releaseFiles(tx, userId, lineSubject(id))
  return rows.map(talkLineChange)
}

/** Ends conversations with all their lines. */
export async function dropTalks(call: OwnerCall, userId: string, which: RawBuilder<unknown>): Promise<Change[]> {
  const { rows } = await sql<{ id: string }>`
    update talks set deleted = true, asked_at = null, subject_kind = null, subject_id = null, title = null,
      rev = ${call.rev}::bigint
    where user_id = ${userId}::uuid and not deleted and ${which} returning id`.execute(call.tx)
  if (rows.length === 0) return []
  const ids = rows.map((r) => r.id)
  const lines = await dropLines(call, userId, sql`talk_id = any(${ids}::uuid[])`)
  const talks = await readTalks(call.tx, sql`t.user_id = ${userId}::uuid and t.id = any(${ids}::uuid[])`)
  return [...talks.map(talkChange), ...lines]
}
