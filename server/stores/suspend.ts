import { sql } from 'kysely'
import { locales, type Texts } from '#contract/text/locales.ts'
import { inCentre } from '#contract/messages/rules.ts'
import type { Trader } from '#contract/operator/schema-acts.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify, type Notification } from '../messages/notify.ts'
import { tellStore } from '../messages/tell-store.ts'
import { changeSelling } from './selling.ts'
import { text, type TextKey } from '../texts/texts.ts'
import { cannot, OperatorError, wholeNumber } from '../operator/answer.ts'
import { endActsOf } from '../operator/operators.ts'

/** A reason as the person reads it: one line or a few. */
const REASON_MAX = 500

/** A text of the server's in each language. */
export const inAll = (key: TextKey): Texts =>
  Object.fromEntries(locales.map(({ code }) => [code, text(code, key)])) as Texts

/** The reason that a command gives in words. @throws OperatorError */
export const commandReason = (words: readonly string[]): string => {
  const reason = words.join(' ').trim()
  if (reason === '' || reason.length > REASON_MAX)
    throw new OperatorError(`A reason of at most ${REASON_MAX} characters is needed: the person reads it.`)
  return reason
}

/**
 * Suspends a person or a store for a reason, of which they are told and how to object, or ends that (null). The stores
 * that a person owns alone are suspended with them. Returns the address or the store's name.
 *
 * @throws OperatorError
 */
export const setSuspension = (
  db: Db,
  whom: Trader,
  reason: string | null,
  now: number,
  actor: Actor,
): Promise<string> =>
  'person' in whom
    ? setPerson(db, whom.person, reason, now, actor)
    : setStore(db, whom.store, { reason, with: null }, now, actor)

/** The name of a person or store, and why they are suspended; null where they are not. @throws OperatorError */
export async function suspensionOf(db: Db, whom: Trader): Promise<{ name: string; reason: string | null }> {
  if ('store' in whom) {
    const store = await db
      .selectFrom('stores')
      .select(['name', 'suspended_for as reason'])
      .where('id', '=', whom.store)
      .executeTakeFirst()
    if (!store) throw new OperatorError(`There is no store ${whom.store}.`, { reason: 'storeGone' })
    return store
  }
  const person = await db
    .selectFrom('users')
    .select(['email as name', 'suspended_for as reason'])
    .where('id', '=', whom.person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw new OperatorError('There is no such account.', { reason: 'notFound' })
  return person
}

/** The person of an address, or the store of an id in digits. @throws OperatorError */
export async function traderOf(db: Db, text: string): Promise<Trader> {
  if (!text.includes('@')) return { store: wholeNumber(text, 'A store') }
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', text.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw cannot('cannot.personUnknown', { email: text })
  return { person: person.id }
}

/** `suspend <email>|<storeId> <reason>` */
export async function suspend(
  db: Db,
  [text = '', ...words]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const reason = commandReason(words)
  const whom = await traderOf(db, text)
  const name = await setSuspension(db, whom, reason, now, actor)
  return `${name} is suspended${'person' in whom ? ', and told why' : ': nothing of it is offered'}.`
}

/** `unsuspend <email>|<storeId>` */
export async function unsuspend(
  db: Db,
  [text = '', ...more]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  if (more.length > 0) throw new OperatorError('One person or store at a time.')
  const whom = await traderOf(db, text)
  return `${await setSuspension(db, whom, null, now, actor)} ${'person' in whom ? 'trades' : 'sells'} again.`
}

async function setPerson(db: Db, id: string, reason: string | null, now: number, actor: Actor): Promise<string> {
  const before = await suspensionOf(db, { person: id })
  if (reason === null && before.reason === null) throw cannot('cannot.notSuspended')
  await ownerTransaction(db, id, async (call) => {
    await call.tx
      .updateTable('users')
      .set({ suspended_at: reason === null ? null : new Date(now), suspended_for: reason })
      .where('id', '=', id)
      .execute()
    if (reason !== null) await endActsOf(call.tx, id)
    await notify(call, id, personNotice(reason, now))
    await audit(call.tx, {
      ...actor,
      what: reason === null ? 'person.unsuspend' : 'person.suspend',
      subject: `person:${id}`,
      before: { suspended: before.reason },
      after: { suspended: reason },
    })
  })
  for (const store of await storesWith(db, id, reason === null))
    await setStore(db, store, { reason, with: id }, now, actor)
  return before.name
}

const personNotice = (reason: string | null, at: number): Notification =>
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

const storeNotice = (id: number, shop: string, reason: string | null, at: number): Notification => {
  const about = { subject: inCentre(id, 'centre'), at }
  return reason === null
    ? { ...about, kind: 'storeResumed', values: { shop } }
    : { ...about, kind: 'storeSuspended', values: { shop, why: reason }, body: inAll('told.storeSuspendedText') }
}
