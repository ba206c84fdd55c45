import { sql } from 'kysely'
import { locales, type Texts } from '#contract/locales.ts'
import { inCentre } from '#contract/rules/messages.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify, type Notice } from '../messages/notify.ts'
import { tellStore } from '../messages/tell-store.ts'
import { changeSelling } from '../stores/selling.ts'
import { text, type TextKey } from '../texts.ts'
import { cannot, OperatorError, wholeNumber } from './answer.ts'

/** A reason as the person reads it: one line or a few. */
const REASON_MAX = 500

/** A text of the server's in each language. */
export const inAll = (key: TextKey): Texts =>
  Object.fromEntries(locales.map(({ code }) => [code, text(code, key)])) as Texts

/** The reason that a command gives in words. @throws OperatorError */
export const reasonOf = (words: readonly string[]): string => {
  const reason = words.join(' ').trim()
  if (reason === '' || reason.length > REASON_MAX)
    throw new OperatorError(`A reason of at most ${REASON_MAX} characters is needed: the person reads it.`)
  return reason
}

/**
 * `suspend <email>|<storeId> <reason>`: neither orders nor sells any more, and is told why and how to object. The
 * stores that a person owns alone are suspended with them.
 */
export async function suspend(
  db: Db,
  [whom = '', ...words]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const reason = reasonOf(words)
  if (whom.includes('@')) {
    await setPerson(db, whom, reason, now, actor)
    return `${whom} is suspended, and told why.`
  }
  return `${await setStore(db, wholeNumber(whom, 'A store'), { reason, with: null }, now, actor)} is suspended: nothing of it is offered.`
}

/** `unsuspend <email>|<storeId>` */
export async function unsuspend(
  db: Db,
  [whom = '', ...more]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  if (more.length > 0) throw new OperatorError('One person or store at a time.')
  if (whom.includes('@')) {
    await setPerson(db, whom, null, now, actor)
    return `${whom} trades again.`
  }
  return `${await setStore(db, wholeNumber(whom, 'A store'), { reason: null, with: null }, now, actor)} sells again.`
}

async function setPerson(db: Db, email: string, reason: string | null, now: number, actor: Actor): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'suspended_for'])
    .where('email', '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw cannot('cannot.personUnknown', { email })
  if (reason === null && person.suspended_for === null) throw cannot('cannot.notSuspended')
  await ownerTransaction(db, person.id, async (call) => {
    await call.tx
      .updateTable('users')
      .set({ suspended_at: reason === null ? null : new Date(now), suspended_for: reason })
      .where('id', '=', person.id)
      .execute()
    await notify(call, person.id, personNotice(reason, now))
    await audit(call.tx, {
      ...actor,
      what: reason === null ? 'person.unsuspend' : 'person.suspend',
      subject: `person:${person.id}`,
      before: { suspended: person.suspended_for },
      after: { suspended: reason },
    })
  })
  for (const id of await storesWith(db, person.id, reason === null))
    await setStore(db, id, { reason, with: person.id }, now, actor)
}

const personNotice = (reason: string | null, at: number): Notice =>
  reason === null
    ? { kind: 'resumed', body: inAll('told.resumedText'), at }
    : { kind: 'suspended', values: { why: reason }, body: inAll('told.suspendedText'), at }

/** The stores that somebody, and nobody else who may trade, owns; or that were suspended with them. */
async function storesWith(db: Db, userId: string, suspended: boolean): Promise<number[]> {
  const { rows } = await (
    suspended
      ? sql<{ id: number }>`
        select s.id from stores s where s.suspended_with = ${userId}::uuid or (s.suspended_with is not null
          and exists (select from store_members m where m.store_id = s.id and m.user_id = ${userId}::uuid
            and m.role = 'owner' and m.ended_at is null)) order by s.id`
      : sql<{ id: number }>`
        select s.id from stores s join store_members m on m.store_id = s.id
        where m.user_id = ${userId}::uuid and m.role = 'owner' and m.ended_at is null and s.suspended_for is null
          and not exists (select from store_members o join users u on u.id = o.user_id
            where o.store_id = s.id and o.role = 'owner' and o.ended_at is null and u.suspended_for is null)
        order by s.id`
  ).execute(db)
  return rows.map(({ id }) => id)
}

interface Suspension {
  /** Why; null: it sells again. */
  reason: string | null
  /** With whom, as theirs alone. */
  with: string | null
}

/** Suspends a store, or lets it go on; its name. Under the store's own feed, as all that its members do. */
async function setStore(db: Db, id: number, { reason, with: whom }: Suspension, now: number, actor: Actor) {
  const store = await db.selectFrom('stores').select('uid').where('id', '=', id).executeTakeFirst()
  if (!store) throw new OperatorError(`There is no store ${id}.`, { reason: 'storeGone' })
  return ownerTransaction(db, store.uid, async ({ tx, touchStore }) => {
    const { name, suspended_for: before } = await tx
      .selectFrom('stores')
      .select(['name', 'suspended_for'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (reason === null && before === null) throw cannot('cannot.notSuspended')
    await changeSelling(tx, { id, uid: store.uid }, reason === null, {
      suspended_at: reason === null ? null : new Date(now),
      suspended_for: reason,
      suspended_with: whom,
    })
    touchStore(id)
    await tellStore(tx, id, storeNotice(id, name, reason, now))
    await audit(tx, {
      ...actor,
      what: reason === null ? 'store.unsuspend' : 'store.suspend',
      subject: `store:${id}`,
      before: { suspended: before },
      after: { suspended: reason },
    })
    return name
  })
}

const storeNotice = (id: number, shop: string, reason: string | null, at: number): Notice => {
  const about = { subject: inCentre(id, 'centre'), at }
  return reason === null
    ? { ...about, kind: 'storeResumed', values: { shop } }
    : { ...about, kind: 'storeSuspended', values: { shop, why: reason }, body: inAll('told.storeSuspendedText') }
}
