import { sql } from 'kysely'
import type { Texts } from '#contract/text/locales.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify } from '../messages/notify.ts'

/** The most people per round. */
const PERSONS = 200

/** Keeps a message to everybody, to be handed out (handOutSiteMessages). */
export async function keepSiteMessage(tx: Tx, title: Texts, body: Texts, at: number): Promise<void> {
  await tx
    .insertInto('site_messages')
    .values({ title: JSON.stringify(title), body: JSON.stringify(body), at: new Date(at) })
    .execute()
}

interface Handing {
  id: number
  title: Texts
  body: Texts
  at: Date
  reached: string | null
}

/**
 * Hands a message to everybody out to the next persons, and remembers how far it came: a market that was stopped goes
 * on. Each person's message and the mark that they have it are one transaction; one that fails does not keep the others
 * from theirs. Returns how many have got one; 0 when nothing is left to hand out.
 *
 * @throws When it fails for everybody of several: then nobody has been passed over.
 */
export async function handOutSiteMessages(
  db: Db,
  report: (error: unknown) => void = (error) => console.error(error),
): Promise<number> {
  const message: Handing | undefined = await db
    .selectFrom('site_messages')
    .select(['id', 'title', 'body', 'at', 'reached'])
    .where('done', '=', false)
    .orderBy('id')
    .executeTakeFirst()
  if (!message) return 0
  const { rows: persons } = await sql<{ id: string }>`
    select id from users where (${message.reached}::uuid is null or id > ${message.reached}::uuid)
      and created_at <= ${message.at}::timestamptz and deleted_at is null
    order by id limit ${sql.lit(PERSONS)}`.execute(db)
  let failed = 0
  for (const { id } of persons) {
    const handed = ownerTransaction(db, id, async (call) => {
      const { numUpdatedRows } = await call.tx
        .updateTable('site_messages')
        .set({ reached: id })
        .where('id', '=', message.id)
        .where((eb) => eb.or([eb('reached', 'is', null), eb('reached', '<', id)]))
        .executeTakeFirst()
      // Another process was faster.
      if (numUpdatedRows === 0n) return
      await notify(call, id, { kind: 'site', title: message.title, body: message.body, at: message.at.getTime() })
    })
    await handed.catch((error: unknown) => {
      if (++failed === persons.length && failed > 1) throw error
      report(error)
    })
  }
  if (persons.length < PERSONS)
    await db.updateTable('site_messages').set({ done: true }).where('id', '=', message.id).execute()
  return Math.max(persons.length, 1)
}

/** Deletes handed-out messages of the site: their persons have them. */
export async function purgeSiteMessages(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('site_messages')
    .where('done', '=', true)
    .where('at', '<', new Date(now - 30 * 86_400_000))
    .execute()
}
