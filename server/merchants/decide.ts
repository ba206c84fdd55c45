import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { UNANSWERED_DAYS, type Requirement } from '#contract/merchants/rules.ts'
import { nextApplicationState, type ApplicationEvent } from '#contract/merchants/states.ts'
import { byTimer } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { ownerTransaction, type OwnerCall } from '../feed/owner-feed.ts'
import { fileSrc, newFileName } from '../files/claim-files.ts'
import { copyShownFile } from '../files/copy-file.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { notify, type Notification } from '../messages/notify.ts'
import { addMember } from '../members/members.ts'
import { readApplication, type Application } from './application.ts'
import { giveCodes } from './codes.ts'
import { written, type Beside } from './written.ts'

/** The result of a decision: the application as it now is; that it was in another state; or that there is none. */
export type ApplicationDecided =
  | { kind: 'done'; before: Application; application: Application }
  | { kind: 'state'; application: Application }
  | { kind: 'gone' }

interface Move {
  event: Exclude<ApplicationEvent, 'submit'>
  now: number
  notice?: (application: Application) => Omit<Notification, 'at' | 'subject'>
  work(call: OwnerCall, before: Application): Promise<void>
}

/** Moves an application on, in a transaction of its person's. */
async function move(
  db: Db,
  id: string,
  { event, now, notice, work }: Move,
  beside: Beside | undefined,
): Promise<ApplicationDecided> {
  const found = await readApplication(db, id)
  if (!found) return { kind: 'gone' }
  return ownerTransaction(db, found.user_id, async (call): Promise<ApplicationDecided> => {
    const before = await readApplication(call.tx, id)
    if (!before) return { kind: 'gone' }
    const state = nextApplicationState(before.state, event)
    if (state === undefined) return { kind: 'state', application: before }
    await work(call, before)
    await call.tx.updateTable('merchant_applications').set({ state, rev: call.rev }).where('id', '=', id).execute()
    const application = (await readApplication(call.tx, id))!
    if (notice) {
      const content = notice(application)
      await notify(call, before.user_id, { ...content, subject: { kind: 'application', id }, at: now })
    }
    await beside?.(call.tx, before, application)
    return { kind: 'done', before, application }
  })
}

const set = async (call: OwnerCall, id: string, values: Record<string, unknown>): Promise<void> => {
  await call.tx.updateTable('merchant_applications').set(values).where('id', '=', id).execute()
}

/** Takes an application up: its person sees that somebody reads it. */
export const takeUp = (db: Db, id: string, now: number, beside?: Beside): Promise<ApplicationDecided> =>
  move(db, id, { event: 'take', now, work: (call) => set(call, id, { taken_at: new Date(now) }) }, beside)

/** Asks for changes, each of one requirement with what is wrong about it. */
export const askChanges = (
  db: Db,
  id: string,
  asked: readonly { what: Requirement; note: string }[],
  now: number,
  beside?: Beside,
): Promise<ApplicationDecided> =>
  move(
    db,
    id,
    {
      event: 'ask',
      now,
      notice: () => ({ kind: 'merchantAsked' }),
      work: (call) => set(call, id, { asked: JSON.stringify(asked) }),
    },
    beside,
  )

/** Refuses an application with its reason. */
export const refuseApplication = (
  db: Db,
  id: string,
  reason: string,
  now: number,
  beside?: Beside,
): Promise<ApplicationDecided> =>
  move(
    db,
    id,
    {
      event: 'refuse',
      now,
      notice: () => ({ kind: 'merchantRefused' }),
      work: (call) => set(call, id, { reason, asked: '[]', decided_at: new Date(now) }),
    },
    beside,
  )

/**
 * Approves an application: makes its store with its owner, or makes its person the owner of a store that there is
 * (`into`). Whoever invited it sees that.
 */
export async function approve(
  db: Db,
  id: string,
  now: number,
  { into, beside }: { into?: number | undefined; beside?: Beside | undefined } = {},
): Promise<ApplicationDecided> {
  const decided = await move(
    db,
    id,
    {
      event: 'approve',
      now,
      notice: ({ store_name: store }) => ({ kind: 'merchantApproved', values: { store } }),
      work: async (call, before) => {
        const storeId = into ?? (await makeStore(call.tx, before, now))
        await addMember(call.tx, storeId, before.user_id, 'owner')
        await giveCodes(call.tx)
        await set(call, id, { store_id: storeId, decided_at: new Date(now), asked: '[]' })
      },
    },
    beside,
  )
  if (decided.kind === 'done' && decided.before.invited_by !== null)
    await tellInviter(db, decided.before.invited_by, decided.before.store_name, now)
  return decided
}

async function makeStore(tx: Tx, application: Application, now: number): Promise<number> {
  const { id, user_id: from, store_name: name, logo, files } = application
  const uid = randomUUID()
  const file = newFileName()
  const made = await tx
    .insertInto('stores')
    .values({
      slug: `m-${id}`,
      uid,
      name,
      logo: logo && JSON.stringify({ ...logo, src: fileSrc(file) }),
      currency: await readMarketCurrency(tx),
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (files.logo !== null) await copyShownFile(tx, { id: files.logo, from, to: uid, name: file }, 'logo')
  return made.id
}

/** Tells the merchant of a store that somebody came through its code, whose application then shows them. */
async function tellInviter(db: Db, storeId: number, store: string, now: number): Promise<void> {
  const inviter = await db
    .selectFrom('merchant_applications')
    .select(['id', 'user_id'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  if (!inviter) return
  await ownerTransaction(db, inviter.user_id, async (call) => {
    await set(call, inviter.id, { rev: call.rev })
    const subject = { kind: 'application' as const, id: inviter.id }
    await notify(call, inviter.user_id, { kind: 'merchantJoined', subject, values: { store }, at: now })
  })
}

/** Closes the applications whose changes nobody has sent for too long. Returns how many. */
export async function closeUnanswered(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from merchant_applications where state = 'changes'
      and submitted_at < ${new Date(now - UNANSWERED_DAYS * 86_400_000)}::timestamptz limit 200`.execute(db)
  for (const { id } of rows) await refuseApplication(db, id, '', now, written(byTimer, 'refuse'))
  return rows.length
}
