import { sql, type RawBuilder } from 'kysely'
import type { Input, Stated } from '#contract/registry.ts'
import { matchLocale } from '#contract/text/locales.ts'
import type { Db } from '../db/tables/tables.ts'
import { containing } from '../db/within.ts'
import { subjectOf } from '../messages/change.ts'
import { accepted, refused, type HandlersFor, type OperatorCall } from '../http/handlers.ts'
import { answerTalk, closeTalk, holdTalk, serving } from './operator.ts'
import { actorOf, reasoned } from '../operator/change.ts'

/** The largest number of conversations shown at once, and of lines of one. */
const SHOWN = 50
const LINES_SHOWN = 200

type TalkCalls = 'operator.talks' | 'operator.talk' | 'operator.answerTalk' | 'operator.holdTalk' | 'operator.closeTalk'

/** The desk of conversations with the market. */
export const talkHandlers: HandlersFor<TalkCalls> = {
  'operator.talks': async (call, input) => accepted(await list(call.db, input, call.user.id)),
  'operator.talk': async (call, { id }) => {
    const [found] = await read(call.db, sql`t.desk_id = ${id}::uuid`, sql`t.at`, 1)
    if (!found) return refused('notFound')
    const [lines, staff] = [await linesOf(call.db, id), await serving(call.db)]
    return accepted({
      talk: conversation(found),
      lines,
      staff: staff.map(({ user_id, username }) => ({ id: user_id, name: username })),
    })
  },
  'operator.answerTalk': async (call, { id, line, text }) => {
    if (text.trim() === '') return refused('invalid', { path: 'text' })
    const talk = await call.db
      .selectFrom('talks')
      .select(['user_id', 'id'])
      .where('desk_id', '=', id)
      .where('store_id', '=', 0)
      .executeTakeFirst()
    if (!talk) return refused('notFound')
    return ifThere(call, () => answerTalk(call.db, talk, { line, text: text.trim() }, call.now(), actorOf(call)))
  },
  'operator.holdTalk': (call, input) => ifThere(call, () => holdTalk(call.db, input, call.now(), actorOf(call))),
  'operator.closeTalk': (call, input) => ifThere(call, () => closeTalk(call.db, input, call.now(), actorOf(call))),
}

/** Answers an act on a conversation that may be gone. */
const ifThere = (call: OperatorCall, act: () => Promise<boolean>) =>
  reasoned<Record<string, never>>(call, async () => ((await act()) ? accepted({}) : refused('notFound')))

type Talk = Stated<'operator.talk'>['talk']
interface TalkRow extends Omit<Talk, 'subject' | 'askedAt' | 'closedAt' | 'holder' | 'at'> {
  subject_kind: string | null
  subject_id: string | null
  asked_at: Date | null
  closed_at: Date | null
  holder_id: string | null
  holder: string | null
  at: Date
}

/** Conversations `t` of people `u` with the market that a condition chooses, with the operator `h` who holds one. */
async function read(db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>, most: number): Promise<TalkRow[]> {
  const { rows } = await sql<TalkRow>`
    select t.desk_id as id, u.username as name, u.email, u.language, u.suspended_for as suspended, t.subject_kind,
      t.subject_id, t.title, t.asked_at, t.closed_at, h.id as holder_id, h.username as holder, t.last, t.at,
      coalesce((select l.text from talk_lines l where l.user_id = t.user_id
        and l.talk_id = t.id and l.n = t.last), '') as text
    from talks t join users u on u.id = t.user_id
      left join operators o on o.user_id = t.held_by and o.entered_at is not null and 'service' = any(o.rights)
      left join users h on h.id = o.user_id and h.suspended_for is null
    where t.store_id = 0 and not t.deleted and ${where} order by ${order} limit ${most}::int`.execute(db)
  return rows
}

const conversation = ({
  subject_kind,
  subject_id,
  asked_at,
  closed_at,
  holder_id,
  holder,
  language,
  at,
  ...row
}: TalkRow): Talk => ({
  ...row,
  language: matchLocale([language ?? '']),
  subject: subjectOf({ subject_kind, subject_id }),
  askedAt: asked_at && asked_at.getTime(),
  closedAt: closed_at && closed_at.getTime(),
  holder: holder_id === null ? null : { id: holder_id, name: holder ?? '' },
  at: at.getTime(),
})

/** Whether a line of the conversation `t` has a text in it. */
const says = (find: string) => sql`exists (select from talk_lines l where l.user_id = t.user_id and l.talk_id = t.id
  and not l.deleted and l.text ilike ${containing(find)})`

async function list(
  db: Db,
  { all = false, own = false, closed = false, reports = false, find = '' }: Input<'operator.talks'>,
  by: string,
): Promise<Stated<'operator.talks'>> {
  const chosen = closed
    ? sql`t.closed_at is not null`
    : own
      ? sql`h.id = ${by}::uuid`
      : all
        ? sql`true`
        : sql`t.asked_at is not null`
  const order = closed
    ? sql`t.closed_at desc, t.desk_id`
    : sql`t.closed_at is not null, t.asked_at nulls last, t.at desc, t.desk_id`
  const among = sql`${chosen} and (not ${reports}::boolean or t.subject_kind in ('product', 'store'))
    and (${find.trim()} = '' or u.username ilike ${containing(find)} or u.email ilike ${containing(find)}
      or t.title::text ilike ${containing(find)} or ${says(find)})`
  const rows = await read(db, among, order, SHOWN + 1)
  return { talks: rows.slice(0, SHOWN).map(conversation), more: rows.length > SHOWN }
}

async function linesOf(db: Db, desk: string): Promise<Stated<'operator.talk'>['lines']> {
  type Line = Stated<'operator.talk'>['lines'][number]
  const { rows } = await sql<Omit<Line, 'at' | 'by'> & { at: Date; by_person: string | null; name: string | null }>`
    select l.id, l.mine, l.text, l.pictures, l.at, l.by_person, b.username as name from talk_lines l
      join talks t on t.user_id = l.user_id and t.id = l.talk_id left join users b on b.id = l.by_person
    where t.desk_id = ${desk}::uuid and not l.deleted order by l.n desc limit ${sql.lit(LINES_SHOWN)}`.execute(db)
  return rows.toReversed().map(({ at, by_person, name, ...line }) => ({
    ...line,
    ...(!line.mine && { by: by_person === null ? null : { id: by_person, name: name ?? '' } }),
    at: at.getTime(),
  }))
}
