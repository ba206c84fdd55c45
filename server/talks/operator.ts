import type { Input } from '#contract/registry.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { answerIn, type AwaitingTalk } from './answers.ts'
import { notify } from '../messages/notify.ts'
import { acting, type Acting } from '../operator/acting.ts'
import { cannot } from '../operator/answer.ts'

// Conversations with the market, as operators answer them. The holder of one is read under the lock of its row; an
// operator who has lost the right holds nothing any more.

/** The operators who answer conversations with the market. */
export const serving = async (db: Db | Tx): Promise<readonly Acting[]> =>
  (await acting(db)).filter(({ rights }) => rights.includes('service'))

/** The operator of `staff` who holds a conversation. */
const holderIn = (staff: readonly Acting[], { held_by: by }: { held_by: string | null }): Acting | undefined =>
  staff.find((one) => one.user_id === by)

/** Throws where another operator than `by` holds a conversation. */
function mine(holder: Acting | undefined, by: string | null): void {
  if (holder && holder.user_id !== by) throw cannot('cannot.talkHeld', { name: holder.username })
}

/**
 * Answers in a conversation, by a command or at the operator's desk, and says so in the audit log. `line` is the UUID
 * of what is said: said once. Returns whether the conversation is there.
 *
 * @throws OperatorError where another operator holds it
 */
export const answerTalk = (
  db: Db,
  talk: Pick<AwaitingTalk, 'user_id' | 'id'>,
  { line, text }: { line: string; text: string },
  now: number,
  actor: Actor,
): Promise<boolean> =>
  ownerTransaction(db, talk.user_id, async (call) => {
    const { by } = actor
    if (by !== null) await holdToAnswer(call, talk, { line, by })
    const outcome = await answerIn(call, talk, { id: line, text, at: now, ...(by !== null && { by }) })
    if (outcome === 'said')
      // The text is the conversation's, and goes with it; the log is kept for years.
      await audit(call.tx, { ...actor, what: 'talk.answer', subject: `talk:${talk.id}`, before: null, after: { line } })
    return outcome !== 'gone'
  })

/** Has whoever answers hold the conversation. A line that was said before changes nothing. */
async function holdToAnswer(
  { tx }: OwnerCall,
  { user_id: userId, id }: Pick<AwaitingTalk, 'user_id' | 'id'>,
  { line, by }: { line: string; by: string },
): Promise<void> {
  const talk = await tx
    .selectFrom('talks')
    .select('held_by')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  const before = await tx
    .selectFrom('talk_lines')
    .select('id')
    .where('user_id', '=', userId)
    .where('talk_id', '=', id)
    .where('id', '=', line)
    .executeTakeFirst()
  if (!talk || before) return
  mine(holderIn(await serving(tx), talk), by)
  await tx.updateTable('talks').set({ held_by: by }).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** A conversation with the market, locked. */
const lockTalk = (tx: Tx, desk: string) =>
  tx
    .selectFrom('talks')
    .select(['user_id', 'id', 'last', 'held_by', 'closed_at'])
    .where('desk_id', '=', desk)
    .where('store_id', '=', 0)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()

/** Gives a conversation to an operator, or to nobody in particular. Returns whether it is there. */
async function hold(
  tx: Tx,
  { id, from, to }: Input<'operator.holdTalk'>,
  actor: Actor,
  handed?: () => Promise<void>,
): Promise<boolean> {
  const talk = await lockTalk(tx, id)
  if (!talk) return false
  const holder = holderIn(await serving(tx), talk)
  // Somebody was faster, unless it is as it is wanted.
  if (holder?.user_id !== to) mine(holder, from)
  if ((holder?.user_id ?? null) === to) return true
  await tx.updateTable('talks').set({ held_by: to }).where('desk_id', '=', id).execute()
  await handed?.()
  await audit(tx, {
    ...actor,
    what: 'talk.hold',
    subject: `talk:${talk.id}`,
    before: { holder: holder?.user_id ?? null },
    after: { holder: to },
  })
  return true
}

/**
 * Has an operator take a conversation over, hand it to another one, who is told, or give it back. `now` is Unix ms.
 * Returns whether it is there.
 *
 * @throws OperatorError where somebody else holds it by now, or where nobody of that id answers conversations
 */
export async function holdTalk(db: Db, input: Input<'operator.holdTalk'>, now: number, actor: Actor): Promise<boolean> {
  const { id, to } = input
  if (to !== null && !(await serving(db)).some((one) => one.user_id === to)) throw cannot('cannot.notServing')
  if (to === null || to === actor.by) return db.transaction().execute((tx) => hold(tx, input, actor))
  return ownerTransaction(db, to, (call) =>
    hold(call.tx, input, actor, () => notify(call, to, { kind: 'talkHanded', values: { talk: id }, at: now })),
  )
}

/**
 * Closes a conversation, or opens it again: then it waits since the person's last words, if nothing was said to them.
 * `now` is Unix ms. Returns whether it is there.
 *
 * @throws OperatorError where somebody else holds it, or where something was said that the operator has not seen
 */
export const closeTalk = (
  db: Db,
  { id, closed, last }: Input<'operator.closeTalk'>,
  now: number,
  actor: Actor,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const talk = await lockTalk(tx, id)
    if (!talk) return false
    if ((talk.closed_at !== null) === closed) return true
    if (closed) {
      mine(holderIn(await serving(tx), talk), actor.by)
      if (talk.last !== last) throw cannot('cannot.talkMoved')
    }
    const asked = closed ? undefined : await lastWords(tx, talk)
    await tx
      .updateTable('talks')
      .set({ closed_at: closed ? new Date(now) : null, asked_at: asked?.at ?? null, held_by: null })
      .where('desk_id', '=', id)
      .execute()
    await audit(tx, {
      ...actor,
      what: closed ? 'talk.close' : 'talk.reopen',
      subject: `talk:${talk.id}`,
      before: { closed: !closed },
      after: { closed },
    })
    return true
  })

/** The last line of a conversation, if it is the person's. */
const lastWords = (tx: Tx, { user_id: userId, id, last }: { user_id: string; id: string; last: number }) =>
  tx
    .selectFrom('talk_lines')
    .select('at')
    .where('user_id', '=', userId)
    .where('talk_id', '=', id)
    .where('n', '=', last)
    .where('mine', '=', true)
    .where('deleted', '=', false)
    .executeTakeFirst()
