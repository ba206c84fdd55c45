import { sql, type RawBuilder } from 'kysely'
import type { Input, Stated } from '#contract/registry.ts'
import type { Db } from '../../db/tables.ts'
import { within } from '../../db/within.ts'
import { subjectOf } from '../../feed/message-change.ts'
import { accepted, refused, type HandlersFor } from '../../http/handlers.ts'
import { answerTalk } from '../../operator/talks.ts'
import { actorOf } from './change.ts'

/** So many conversations are shown at once, and so many lines of one. */
const SHOWN = 50
const LINES_SHOWN = 200

/** The desk of conversations with the market. */
export const talkHandlers: HandlersFor<'operator.talks' | 'operator.talk' | 'operator.answerTalk'> = {
  'operator.talks': async (call, input) => accepted(await list(call.db, input)),
  'operator.talk': async (call, { id }) => {
    const [found] = await read(call.db, sql`t.desk_id = ${id}::uuid`, sql`t.at`, 1)
    return found ? accepted({ talk: conversation(found), lines: await linesOf(call.db, id) }) : refused('notFound')
  },
  'operator.answerTalk': async (call, { id, line, text }) => {
    if (text.trim() === '') return refused('invalid', { path: 'text' })
    const talk = await call.db
      .selectFrom('talks')
      .select(['user_id', 'id'])
      .where('desk_id', '=', id)
      .where('store_id', '=', 0)
      .executeTakeFirst()
    const there = talk && (await answerTalk(call.db, talk, { line, text: text.trim() }, call.now(), actorOf(call)))
    return there ? accepted({}) : refused('notFound')
  },
}

type Talk = Stated<'operator.talk'>['talk']
interface TalkRow extends Omit<Talk, 'subject' | 'askedAt' | 'at'> {
  subject_kind: string | null
  subject_id: string | null
  asked_at: Date | null
  at: Date
}

/** Conversations `t` of people `u` with the market that a condition chooses. */
async function read(db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number): Promise<TalkRow[]> {
  const { rows } = await sql<TalkRow>`
    select t.desk_id as id, u.username as name, u.email, u.suspended_for as suspended, t.subject_kind, t.subject_id,
      t.title, t.asked_at, t.at, coalesce((select l.text from talk_lines l where l.user_id = t.user_id
        and l.talk_id = t.id and l.n = t.last), '') as text
    from talks t join users u on u.id = t.user_id
    where t.store_id = 0 and not t.deleted and ${where} order by ${order} limit ${most}::int`.execute(db)
  return rows
}

const conversation = ({ subject_kind, subject_id, asked_at, at, ...row }: TalkRow): Talk => ({
  ...row,
  subject: subjectOf({ subject_kind, subject_id }),
  askedAt: asked_at && asked_at.getTime(),
  at: at.getTime(),
})

async function list(
  db: Db,
  { all = false, reports = false, find = '' }: Input<'operator.talks'>,
): Promise<Stated<'operator.talks'>> {
  const among = sql`(${all}::boolean or t.asked_at is not null)
    and (not ${reports}::boolean or t.subject_kind in ('product', 'store'))
    and (${find.trim()} = '' or u.username ilike ${within(find)} or u.email ilike ${within(find)})`
  const rows = await read(db, among, all ? sql`t.at desc, t.desk_id` : sql`t.asked_at, t.desk_id`, SHOWN + 1)
  return { talks: rows.slice(0, SHOWN).map(conversation), more: rows.length > SHOWN }
}

async function linesOf(db: Db, desk: string): Promise<Stated<'operator.talk'>['lines']> {
  type Line = Stated<'operator.talk'>['lines'][number]
  const { rows } = await sql<Omit<Line, 'at'> & { at: Date }>`
    select l.id, l.mine, l.text, l.pictures, l.at from talk_lines l
      join talks t on t.user_id = l.user_id and t.id = l.talk_id
    where t.desk_id = ${desk}::uuid and not l.deleted order by l.n desc limit ${sql.lit(LINES_SHOWN)}`.execute(db)
  return rows.toReversed().map(({ at, ...line }) => ({ ...line, at: at.getTime() }))
}
