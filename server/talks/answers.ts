import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { matchLocale } from '#contract/text/locales.ts'
import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { readMarketName } from '../market/settings.ts'
import { text, type TextKey } from '../texts/texts.ts'
import { addLine } from './lines.ts'

/** A conversation whose last word is the person's. */
export interface AwaitingTalk {
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
export async function askedTalks(db: Db, limit: number, where = sql`true`): Promise<AwaitingTalk[]> {
  const { rows } = await sql<AwaitingTalk>`
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
export const writeAnswer = (
  db: Db,
  talk: Pick<AwaitingTalk, 'user_id' | 'id'>,
  words: string,
  at: number,
  asked?: Date,
): Promise<boolean> =>
  ownerTransaction(
    db,
    talk.user_id,
    async (call) => (await answerIn(call, talk, { id: randomUUID(), text: words, at, asked })) === 'said',
  )

/** An answer, with the id of its line (a UUID). */
interface Answered {
  id: string
  text: string
  /** Unix ms. */
  at: number
  asked?: Date | undefined
  /** The operator who says it; absent for the market's machine. */
  by?: string | undefined
}

/** The same within the person's transaction. What was said under its id `before` is not said again. */
export async function answerIn(
  call: OwnerCall,
  { user_id: userId, id: talkId }: Pick<AwaitingTalk, 'user_id' | 'id'>,
  { id, text: words, at, asked, by }: Answered,
): Promise<'said' | 'before' | 'gone'> {
  const talk = await call.tx
    .selectFrom('talks')
    .select('asked_at')
    .where('user_id', '=', userId)
    .where('id', '=', talkId)
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!talk || (asked && talk.asked_at?.getTime() !== asked.getTime())) return 'gone'
  const existing = await call.tx
    .selectFrom('talk_lines')
    .select('id')
    .where('user_id', '=', userId)
    .where('talk_id', '=', talkId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (existing) return 'before'
  await addLine(call, userId, { talk: talkId, id, mine: false, text: words, at, ...(by !== undefined && { by }) })
  return 'said'
}

/** How long the demo's sellers think (ms), and the most conversations per round that they answer. */
const THINKS = 8_000
const A_ROUND = 20
/** The age up to which they answer a question (ms): one that has waited for longer is left to a person. */
const AWAKE = 86_400_000

const answers: Record<string, TextKey> = {
  product: 'answers.product',
  order: 'answers.order',
  store: 'answers.store',
}

/**
 * The demo's sellers, and in a market with demo accounts its operator, answer by themselves: by what the conversation
 * is about, in the person's language, and from the second time on in few words. They leave it to whoever is there: a
 * member of the store who is signed in, an operator. Returns how many answers were given.
 */
export async function answerInDemo(db: Db, now: number): Promise<number> {
  const waiting = await askedTalks(
    db,
    A_ROUND,
    sql`t.asked_at between ${new Date(now - AWAKE)}::timestamptz and ${new Date(now - THINKS)}::timestamptz
      and ((s.demo and not exists (select from store_members m join sessions on sessions.user_id = m.user_id
          where m.store_id = t.store_id and m.ended_at is null and sessions.expires_at > ${new Date(now)}::timestamptz))
        or (t.store_id = 0 and exists (select from users d where d.demo) and not exists (select from operators)))`,
  )
  if (waiting.length === 0) return 0
  const market = await readMarketName(db)
  let given = 0
  for (const talk of waiting) {
    const key = talk.lines > 1 ? 'answers.again' : (answers[talk.subject_kind ?? ''] ?? 'answers.other')
    const words = text(matchLocale([talk.language]), key, { shop: talk.store ?? market })
    if (await writeAnswer(db, talk, words, now, talk.asked_at)) given++
  }
  return given
}
