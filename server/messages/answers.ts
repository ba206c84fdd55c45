import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { matchLocale } from '#contract/locales.ts'
import type { Db } from '../db/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { text, type TextKey } from '../texts.ts'
import { addLine } from './talk-lines.ts'

/** A conversation whose last word is the person's. */
export interface Asked {
  user_id: string
  id: string
  store: string | null
  email: string
  language: string
  subject_kind: string | null
  asked_at: Date
  text: string
  lines: number
}

/** Conversations that wait for an answer, the longest first. */
export async function askedTalks(db: Db, limit: number, where = sql`true`): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select t.user_id, t.id, s.name as store, u.email, u.language, t.subject_kind, t.asked_at, t.last as lines,
      (select l.text from talk_lines l where l.user_id = t.user_id and l.talk_id = t.id and l.n = t.last) as text
    from talks t join users u on u.id = t.user_id left join stores s on s.id = t.store_id
    where t.asked_at is not null and not t.deleted and ${where} order by t.asked_at limit ${limit}::int`.execute(db)
  return rows
}

/**
 * Answers in a conversation in its store's, or the operator's, name. With `asked` only while it still waits since then;
 * returns whether it was said.
 */
export const answer = (
  db: Db,
  { user_id: userId, id }: Pick<Asked, 'user_id' | 'id'>,
  words: string,
  at: number,
  asked?: Date,
): Promise<boolean> =>
  ownerTransaction(db, userId, async (call) => {
    const talk = await call.tx
      .selectFrom('talks')
      .select('asked_at')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('deleted', '=', false)
      .executeTakeFirst()
    if (!talk || (asked && talk.asked_at?.getTime() !== asked.getTime())) return false
    await addLine(call, userId, { talk: id, id: randomUUID(), mine: false, text: words, at })
    return true
  })

/** So long the demo's sellers think (ms), and to so many conversations a round they answer. */
const THINKS = 8_000
const A_ROUND = 20

const answers: Record<string, TextKey> = {
  product: 'answers.product',
  order: 'answers.order',
  store: 'answers.store',
}

/**
 * The demo's sellers, and in a market with demo accounts its operator, answer by themselves: by what the conversation
 * is about, in the person's language, and from the second time on in few words. Returns how many answers were given.
 */
export async function answerInDemo(db: Db, now: number): Promise<number> {
  const waiting = await askedTalks(
    db,
    A_ROUND,
    sql`t.asked_at <= ${new Date(now - THINKS)}::timestamptz
      and (s.demo or (t.store_id = 0 and exists (select from users d where d.demo)))`,
  )
  let given = 0
  for (const talk of waiting) {
    const key = talk.lines > 1 ? 'answers.again' : (answers[talk.subject_kind ?? ''] ?? 'answers.other')
    const words = text(matchLocale([talk.language]), key, { shop: talk.store ?? 'Caravan' })
    if (await answer(db, talk, words, now, talk.asked_at)) given++
  }
  return given
}
