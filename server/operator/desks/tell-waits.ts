import { sql } from 'kysely'
import { matchLocale } from '#contract/text/locales.ts'
import { deskWaits, DIGEST_HOURS, type AnnouncedWait } from '#contract/operator/desk-waits.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { ownerTransaction } from '../../feed/owner-feed.ts'
import { queueMail, WAITING_OF_OTHERS_MAX } from '../../mails/queue.ts'
import { notifyInstead } from '../../messages/notify-instead.ts'
import { readMarketName, readSetting } from '../../market/settings.ts'
import { text } from '../../texts/texts.ts'
import { acting, type Acting } from '../acting.ts'
import { countWaits, waitingRows, announcedWaitsOf } from './waits.ts'

// Operators are notified of what has begun to wait at their desks: by a message that gives the number, and from time to
// time by a mail. `told_waits` holds the items they were notified of, so that there is one notification for each, also
// with several processes, and another one when an item has begun to wait again. The items are found by looking for
// them, as watches are, whatever made them wait.

const HOUR_MS = 3_600_000
/** The most new items noted in one round; the rest follow in the next. */
const A_ROUND = 500
/** The most items remembered as notified. Those beyond stand in the counts of the desks alone. */
export const ANNOUNCED_WAITS_MAX = 10_000

type Report = (error: unknown) => void
const thrown: Report = (error) => {
  throw error
}

/** Tells operators by message and mail what waits. Returns how many messages and mails that were. `now` is Unix ms. */
export async function tellOperators(db: Db, now: number, report: Report = thrown): Promise<number> {
  await noteNew(db, now)
  return (await handOutTells(db, now, report)) + (await mailDigests(db, now, report))
}

/** Finds what has begun to wait, and notes the operators who are to be told of it. */
const noteNew = (db: Db, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const operators = await acting(tx)
    const names = announcedWaitsOf(operators.flatMap(({ rights }) => rights))
    // Nobody has been told of what nobody sees.
    if (names.length === 0) return
    // One process after another, so that what one has noted is not new to the next.
    await sql`lock table told_waits in exclusive mode`.execute(tx)
    const { rows } = await sql<{ what: AnnouncedWait; holder: string | null }>`
      with waiting as materialized (${await waitingRows(tx, names, now)}),
        gone as (delete from told_waits t where not exists (
          select from waiting w where w.what = t.what and w.item = t.item) returning 1),
        fresh as materialized (select w.* from waiting w left join told_waits t on t.what = w.what and t.item = w.item
          where t.since is distinct from w.since order by w.since, w.item
          limit least(${A_ROUND}::int, (select greatest(0, ${ANNOUNCED_WAITS_MAX}::int - count(*)) from told_waits))),
        noted as (insert into told_waits (what, item, since) select what, item, since from fresh
          on conflict (what, item) do update set since = excluded.since returning 1)
      select distinct what, holder from fresh`.execute(tx)
    for (const { what, holder } of rows) await noteTell(tx, what, listeners(operators, what, holder))
  })

/** The operators to notify of an item: its holder, else all who have its right. */
function listeners(operators: readonly Acting[], what: AnnouncedWait, holder: string | null): string[] {
  const entitled = operators.filter(({ rights }) => rights.includes(deskWaits[what].right)).map((one) => one.user_id)
  return holder !== null && entitled.includes(holder) ? [holder] : entitled
}

async function noteTell(tx: Tx, what: AnnouncedWait, users: readonly string[]): Promise<void> {
  await sql`insert into operator_tells (user_id, what) select id, ${what} from unnest(${users}::uuid[]) as id
    on conflict do nothing`.execute(tx)
  await sql`update operators set mail_due = true where user_id = any(${users}::uuid[]) and not mail_due`.execute(tx)
}

/** Hands out what operators are to be told: of each kind by one unread message at most. */
async function handOutTells(db: Db, now: number, report: Report): Promise<number> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from operator_tells order by user_id`.execute(db)
  let sent = 0
  for (const { user_id: userId } of rows)
    try {
      sent += await ownerTransaction(db, userId, async (call) => {
        const { tx } = call
        const { rows: due } = await sql<{ what: AnnouncedWait }>`
          delete from operator_tells where user_id = ${userId}::uuid returning what`.execute(tx)
        const operator = (await acting(tx)).find((one) => one.user_id === userId)
        const names = announcedWaitsOf(operator?.rights ?? []).filter((name) => due.some(({ what }) => what === name))
        const counts = (await countWaits(tx, names, now)).filter(({ count }) => count > 0)
        for (const { what, count } of counts)
          await notifyInstead(call, userId, { kind: deskWaits[what].message, values: { n: count }, at: now })
        return counts.length
      })
    } catch (error) {
      report(error)
    }
  return sent
}

/** The hours between two mails to an operator about what waits; 0 for no mails. */
export async function readDigestHours(db: Db | Tx): Promise<number> {
  const hours = await readSetting(db, 'digestHours')
  if (hours >= 0) return hours
  return (await readSetting(db, 'paysReal')) === 0 ? 0 : DIGEST_HOURS
}

/** Mails operators what waits, if something has begun to since the last such mail. */
async function mailDigests(db: Db, now: number, report: Report): Promise<number> {
  const hours = await readDigestHours(db)
  if (hours === 0) return 0
  const due = sql`mail_due and (mailed_at is null or mailed_at <= ${new Date(now - hours * HOUR_MS)}::timestamptz)`
  const { rows } = await sql<{ user_id: string }>`select user_id from operators where ${due}`.execute(db)
  let mailed = 0
  for (const operator of await acting(db)) {
    if (!rows.some(({ user_id }) => user_id === operator.user_id)) continue
    try {
      mailed += await db.transaction().execute(async (tx) => {
        const taken = await sql`
          update operators set mail_due = false where user_id = ${operator.user_id}::uuid and ${due}
          returning user_id`.execute(tx)
        return taken.rows.length > 0 && (await mailDigest(tx, operator, now)) ? 1 : 0
      })
    } catch (error) {
      report(error)
    }
  }
  return mailed
}

/** Mails one operator what waits at their desks; false where nothing does. */
async function mailDigest(tx: Tx, { user_id: userId, rights, email, language }: Acting, now: number): Promise<boolean> {
  const counts = (await countWaits(tx, announcedWaitsOf(rights), now)).filter(({ count }) => count > 0)
  if (counts.length === 0) return false
  const locale = matchLocale([language])
  const market = await readMarketName(tx)
  const list = counts.map(({ what, count }) => text(locale, `told.${deskWaits[what].message}`, { n: count }))
  const params = { market, list: list.join('\n') }
  const subject = text(locale, 'mail.deskWaits', params)
  await sql`update operators set mailed_at = ${new Date(now)}::timestamptz where user_id = ${userId}::uuid`.execute(tx)
  const body = text(locale, 'mail.deskWaitsText', params)
  const letter = { to: email, subject, text: body, language: locale, kind: 'operator' } as const
  await queueMail(tx, letter, now, WAITING_OF_OTHERS_MAX)
  return true
}
