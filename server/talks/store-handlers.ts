import { sql } from 'kysely'
import { LINES_AN_HOUR } from '#contract/messages/rules.ts'
import type { Payload, StoreMutationName } from '#contract/registry.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import { readStoreLines, readStoreTalks } from '../stores/feed/talks.ts'
import { claimFiles } from '../files/claim-files.ts'
import { refused, type MutationsFor, type StoreMutationCall, type Verdict } from '../http/handlers.ts'
import { addLine, answerSubject } from './lines.ts'

// The lines that a store's members write to buyers, and the marks of how far they have read. The store's feed is held
// by the caller; the buyer's is taken next (`within`), and only then the conversation is read.

const HOUR = 3_600_000

interface Found {
  user_id: string
  id: string
}

/** A conversation by the store's id of it; only of this store. */
const find = ({ tx, store }: StoreMutationCall, desk: string): Promise<Found | undefined> =>
  tx
    .selectFrom('talks')
    .select(['user_id', 'id'])
    .where('desk_id', '=', desk)
    .where('store_id', '=', store.id)
    .executeTakeFirst()

/** The conversation as the store has it, with one of its lines; owed to it by what was done, here it gets its rev. */
async function rowsNow({ tx, rev }: StoreMutationCall, { user_id, id }: Found, line?: string): Promise<Change[]> {
  const ofTalk = sql`t.user_id = ${user_id}::uuid and t.id = ${id}::uuid`
  await sql`update talks t set store_rev = ${rev}::bigint where ${ofTalk} and store_rev is null`.execute(tx)
  if (line === undefined) return readStoreTalks(tx, ofTalk)
  await sql`update talk_lines set store_rev = ${rev}::bigint where user_id = ${user_id}::uuid and talk_id = ${id}::uuid
    and id = ${line}::uuid and store_rev is null`.execute(tx)
  const ofLine = sql`${ofTalk} and l.id = ${line}::uuid`
  return [...(await readStoreLines(tx, ofLine)), ...(await readStoreTalks(tx, ofTalk))]
}

/** When the store may say something in this conversation again (seconds); undefined when it may now. */
async function tooMany({ tx, now }: StoreMutationCall, { user_id, id }: Found): Promise<number | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from talk_lines where user_id = ${user_id}::uuid and talk_id = ${id}::uuid and not mine
      and at > ${new Date(now() - HOUR)}::timestamptz
    order by at desc offset ${LINES_AN_HOUR - 1}::int limit 1`.execute(tx)
  const [oldest] = rows
  return oldest && Math.max(1, Math.ceil((oldest.at.getTime() + HOUR - now()) / 1000))
}

async function answer(call: StoreMutationCall, p: Payload<'talk.answer'>): Promise<Verdict> {
  const { tx, store } = call
  const talk = await find(call, p.talk)
  if (!talk) return refused('notFound')
  const of = await call.within(talk.user_id)
  const before = await tx
    .selectFrom('talk_lines')
    .select(['mine', 'by_person'])
    .where('user_id', '=', talk.user_id)
    .where('talk_id', '=', talk.id)
    .where('id', '=', p.id)
    .executeTakeFirst()
  // Said before, under another intent of the same gesture: it is said once.
  if (before?.by_person === store.by) return { kind: 'accepted', rows: await rowsNow(call, talk, p.id) }
  const text = p.text.trim()
  if (before || (text === '' && p.pictures.length === 0)) return refused('invalid', { path: before ? 'id' : 'text' })
  const { deleted } = await tx
    .selectFrom('talks')
    .select('deleted')
    .where('user_id', '=', talk.user_id)
    .where('id', '=', talk.id)
    .executeTakeFirstOrThrow()
  if (deleted) return { ...refused('notFound'), rows: await rowsNow(call, talk) }
  const seconds = await tooMany(call, talk)
  if (seconds !== undefined) return refused('tooManyAttempts', { seconds })
  const pictures = await claimFiles(call, 'talk.answer', p, answerSubject(p.talk, p.id))
  if ('reason' in pictures) return { kind: 'refused', refusal: pictures }
  const shown = { files: p.pictures, pictures }
  const line = { talk: talk.id, id: p.id, mine: false, text, by: store.by, at: call.now() }
  await addLine(of, talk.user_id, pictures.length > 0 ? { ...line, shown } : line)
  return { kind: 'accepted', rows: await rowsNow(call, talk, p.id) }
}

/** The changes that a store's members make to its conversations. */
export const storeTalkMutations: MutationsFor<Extract<StoreMutationName, `talk.${string}`>> = {
  'talk.answer': answer,
  'talk.seen': async (call, { id, upTo }) => {
    const talk = await find(call, id)
    if (!talk) return refused('notFound')
    await call.within(talk.user_id)
    await sql`update talks set store_read_to = greatest(store_read_to, least(last, ${upTo}::int))
      where user_id = ${talk.user_id}::uuid and id = ${talk.id}::uuid`.execute(call.tx)
    return { kind: 'accepted', rows: await rowsNow(call, talk) }
  },
}
