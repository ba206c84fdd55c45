import { sql } from 'kysely'
import { locales, type Texts } from '#contract/locales.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify } from '../messages/notify.ts'
import { text, type TextKey } from '../texts.ts'
import { OperatorError, wholeNumber } from './answer.ts'

/** A reason as the person reads it: one line or a few. */
const REASON_MAX = 500
/** Why the products of a suspended store are hidden. */
export const WITH_STORE = 'store'

/** A text of the server's in each language. */
export const inAll = (key: TextKey, values: Record<string, string> = {}): Texts =>
  Object.fromEntries(locales.map(({ code }) => [code, text(code, key, values)])) as Texts

/** The reason that a command gives in words. @throws OperatorError */
export const reasonOf = (words: readonly string[]): string => {
  const reason = words.join(' ').trim()
  if (reason === '' || reason.length > REASON_MAX)
    throw new OperatorError(`A reason of at most ${REASON_MAX} characters is needed: the person reads it.`)
  return reason
}

/** `suspend <email>|<storeId> <reason>`: neither orders nor sells any more, and is told why and how to object. */
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
  return `${await setStore(db, whom, reason, now, actor)} is suspended: nothing of it is offered.`
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
  return `${await setStore(db, whom, null, now, actor)} sells again.`
}

async function setPerson(db: Db, email: string, reason: string | null, now: number, actor: Actor): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'suspended_for'])
    .where('email', '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw new OperatorError(`Nobody has the address “${email}”.`)
  if (reason === null && person.suspended_for === null) throw new OperatorError(`${email} is not suspended.`)
  await ownerTransaction(db, person.id, async (call) => {
    await call.tx
      .updateTable('users')
      .set({ suspended_at: reason === null ? null : new Date(now), suspended_for: reason })
      .where('id', '=', person.id)
      .execute()
    await notify(call, person.id, {
      kind: 'site',
      title: inAll(reason === null ? 'told.resumedTitle' : 'told.suspendedTitle'),
      body: inAll(reason === null ? 'told.resumedText' : 'told.suspendedText', { reason: reason ?? '' }),
      at: now,
    })
    await audit(call.tx, {
      ...actor,
      what: reason === null ? 'person.unsuspend' : 'person.suspend',
      subject: `person:${person.id}`,
      before: { suspended: person.suspended_for },
      after: { suspended: reason },
    })
  })
}

/** Suspends a store, or lets it go on; its name. What it offered is hidden meanwhile. */
function setStore(db: Db, said: string, reason: string | null, now: number, actor: Actor): Promise<string> {
  const id = wholeNumber(said, 'A store')
  return catalogueTransaction(db, async ({ tx, rev }) => {
    const store = await tx
      .selectFrom('stores')
      .select(['name', 'suspended_for'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!store) throw new OperatorError(`There is no store ${id}.`)
    if (reason === null && store.suspended_for === null) throw new OperatorError(`${store.name} is not suspended.`)
    await tx
      .updateTable('stores')
      .set({ suspended_at: reason === null ? null : new Date(now), suspended_for: reason, rev })
      .where('id', '=', id)
      .execute()
    await (
      reason === null
        ? sql`update products set active = true, hidden_for = null, rev = ${rev}::bigint
          where store_id = ${id}::int and hidden_for = ${WITH_STORE}`
        : sql`update products set hidden_for = ${WITH_STORE}, rev = ${rev}::bigint
          where store_id = ${id}::int and active`
    ).execute(tx)
    await audit(tx, {
      ...actor,
      what: reason === null ? 'store.unsuspend' : 'store.suspend',
      subject: `store:${id}`,
      before: { suspended: store.suspended_for },
      after: { suspended: reason },
    })
    return store.name
  })
}
