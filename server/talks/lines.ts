import { sql, type RawBuilder } from 'kysely'
import { byId } from '#contract/lists/by-id.ts'
import { inCentre, TALK_LINES_MAX, TALKS_MAX } from '#contract/messages/rules.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import { releaseFiles } from '../files/claim-files.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { tellStore } from '../messages/tell-store.ts'
import { readTalks, talkChange, talkLineChange, talkLineColumns, type StoredTalkLine } from './change.ts'

/** A line that is written in a conversation; `id` is a UUID. */
export interface TalkLineInput {
  talk: string
  id: string
  mine: boolean
  text: string
  /** The member of the store, or the operator of the market, who answers; absent where it is neither. */
  by?: string
  /** The ids of its files, and the pictures that were made of them. */
  shown?: { files: readonly string[]; pictures: readonly Picture[] }
  /** Unix ms. */
  at: number
}

/**
 * Adds a line to a person's conversation, which is there, under the owner's lock. What the person says waits for an
 * answer; an answer ends that, and one that is no member’s leaves members nothing to read. A closed conversation is
 * open again. The oldest lines and conversations beyond their bounds go. Returns the rows as they are.
 */
export async function addLine(call: OwnerCall, userId: string, line: TalkLineInput): Promise<Change[]> {
  const { tx, rev } = call
  const at = new Date(line.at)
  const { rows } = await sql<StoredTalkLine>`
    with t as (update talks set last = last + 1, at = ${at}::timestamptz, rev = ${rev}::bigint, deleted = false,
        asked_at = ${line.mine ? at : null}::timestamptz, closed_at = null,
        read_to = case when ${line.mine}::boolean then last + 1 else read_to end,
        store_read_to = case when ${line.mine || line.by !== undefined}::boolean then store_read_to else last + 1 end
      where user_id = ${userId}::uuid and id = ${line.talk}::uuid returning last, store_id)
    insert into talk_lines (user_id, talk_id, id, n, mine, text, by_person, store_id, files, pictures, at, rev)
    select ${userId}::uuid, ${line.talk}::uuid, ${line.id}::uuid, t.last, ${line.mine}::boolean, ${line.text},
      ${line.by ?? null}::uuid, t.store_id,
      ${JSON.stringify(line.shown?.files ?? [])}::jsonb,
      ${JSON.stringify(line.shown?.pictures ?? [])}::jsonb, ${at}::timestamptz, ${rev}::bigint from t
    returning ${talkLineColumns}`.execute(tx)
  if (line.mine) await tellOnce(call, userId, line)
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
  return [...rows.map(talkLineChange), ...(await talkNow(call, userId, line.talk)), ...gone, ...closed]
}

/** Tells the store's members that a buyer has written: once, until one of them has seen it. */
async function tellOnce({ tx }: OwnerCall, userId: string, { talk, at }: TalkLineInput): Promise<void> {
  const { rows } = await sql<{ id: number; shop: string; desk: string }>`
    update talks t set told_to = t.last from stores s where t.user_id = ${userId}::uuid and t.id = ${talk}::uuid
      and s.id = t.store_id and t.told_to <= t.store_read_to returning s.id, s.name as shop, t.desk_id as desk`.execute(
    tx,
  )
  for (const { id, shop, desk } of rows)
    await tellStore(
      tx,
      id,
      { kind: 'storeTalk', subject: inCentre(id, 'storeTalk', desk), values: { shop }, at },
      userId,
    )
}

/** A conversation as it now is. */
export const talkNow = async ({ tx }: OwnerCall, userId: string, id: string): Promise<Change[]> =>
  (await readTalks(tx, sql`t.user_id = ${userId}::uuid and t.id = ${id}::uuid`)).map(talkChange)

/** The subject under which a line uses pictures: a person's, or a store's (`desk`: its id of the conversation). */
export const lineSubject = (id: string): string => `talk-line:${id}`
export const answerSubject = (desk: string, id: string): string => `talk-line:${desk}:${id}`

/** Takes the texts and pictures out of lines, so that only that there was something stays. */
export async function dropLines({ tx, rev }: OwnerCall, userId: string, which: RawBuilder<unknown>): Promise<Change[]> {
  const { rows } = await sql<StoredTalkLine>`
    update talk_lines set deleted = true, text = '', files = '[]', pictures = '[]', rev = ${rev}::bigint
    where user_id = ${userId}::uuid and not deleted and ${which} returning ${talkLineColumns}`.execute(tx)
  for (const { id, mine } of rows) if (mine) await releaseFiles(tx, userId, lineSubject(id))
  const answers = rows.filter(({ mine }) => !mine)
  if (answers.length > 0) await releaseAnswers(tx, userId, answers)
  return rows.map(talkLineChange)
}

/** The same of what stores showed in them: the files are the stores'. */
async function releaseAnswers(tx: OwnerCall['tx'], userId: string, lines: readonly StoredTalkLine[]): Promise<void> {
  const { rows } = await sql<{ id: string; desk: string; uid: string }>`
    select t.id, t.desk_id as desk, s.uid from talks t join stores s on s.id = t.store_id
    where t.user_id = ${userId}::uuid and t.id = any(${[...new Set(lines.map((l) => l.talk_id))]}::uuid[])`.execute(tx)
  const among = byId(rows)
  for (const { id, talk_id } of lines) {
    const talk = among.get(talk_id)
    if (talk) await releaseFiles(tx, talk.uid, answerSubject(talk.desk, id))
  }
}

/** Ends conversations with all their lines. */
export async function dropTalks(call: OwnerCall, userId: string, which: RawBuilder<unknown>): Promise<Change[]> {
  const { rows } = await sql<{ id: string }>`
    update talks set deleted = true, asked_at = null, closed_at = null, held_by = null, subject_kind = null,
      subject_id = null, title = null, rev = ${call.rev}::bigint
    where user_id = ${userId}::uuid and not deleted and ${which} returning id`.execute(call.tx)
  if (rows.length === 0) return []
  const ids = rows.map((r) => r.id)
  const lines = await dropLines(call, userId, sql`talk_id = any(${ids}::uuid[])`)
  const talks = await readTalks(call.tx, sql`t.user_id = ${userId}::uuid and t.id = any(${ids}::uuid[])`)
  return [...talks.map(talkChange), ...lines]
}
