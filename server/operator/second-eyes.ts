import { sql } from 'kysely'
import type { EntranceCode, OperatorAct, WaitingAct } from '#contract/schema/operator-acts.ts'
import type { OperatorRight } from '#contract/rules/operator-rights.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables.ts'
import { BALANCE_CURRENCY } from '../ledger/ledger.ts'
import { orderNumber } from '../orders/order-number.ts'
import { readSetting } from '../settings.ts'
import { ruleOf } from './act-rules.ts'
import { mailAct } from './act-mail.ts'
import { purgeOperatorDays, type Reserved } from './alone.ts'
import { cannot, OperatorError } from './answer.ts'
import { isOwnCase } from './own-case.ts'

/** How long an act waits for a second operator (ms). */
const WAITS_MS = 7 * 86_400_000
/** Acts that wait at most: of all operators, and of one, who cannot keep the others from asking. */
export const WAITING_MAX = 200
export const WAITING_OF_ONE_MAX = 20
/** A process that died while it carried out an act leaves it to others after this time (ms). */
const CLAIM_MS = 60_000
const HOUR_MS = 3_600_000

/** The act is done, or waits for a second operator. */
export interface Became {
  became: 'done' | 'waits'
  entrance?: EntranceCode
}

/** Operators who have entered and may act; a suspended one may not. */
const acting = (db: Db | Tx) =>
  db
    .selectFrom('operators as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.user_id', 'o.rights', 'u.email', 'u.language', 'u.username'])
    .where('o.entered_at', 'is not', null)
    .where('u.suspended_for', 'is', null)
    .execute()

type Acting = Awaited<ReturnType<typeof acting>>[number]
const isAloneAmong = (all: readonly Acting[], by: string, right: OperatorRight): boolean =>
  !all.some((one) => one.user_id !== by && one.rights.includes(right))

/** Whether an operator is the only one who has entered. */
export const isOnly = async (db: Db, by: string): Promise<boolean> =>
  (await acting(db)).every((one) => one.user_id === by)

const done = (entrance: EntranceCode | undefined): Became => ({ became: 'done', ...(entrance && { entrance }) })

/** Does an act, or has it wait for a second operator. @throws OperatorError When the act cannot be done. */
export async function actOrAsk(db: Db, act: OperatorAct, now: number, by: string): Promise<Became> {
  const rule = ruleOf(act)
  const reserved: Reserved = (await isOwnCase(db, act, by)) ? undefined : await rule.alone?.(db, by, act, now)
  if (!reserved) {
    await rule.check?.(db, act)
    await ask(db, act, now, by)
    return { became: 'waits' }
  }
  try {
    return done(await rule.run(db, act, now, { by, via: 'screen' }))
  } catch (error) {
    await reserved()
    throw error
  }
}

/** Has an act wait, and tells the operators who may agree to it. */
const ask = (db: Db, act: OperatorAct, now: number, by: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // One after another, so that the bounds hold.
    await sql`lock table pending_acts in exclusive mode`.execute(tx)
    const { rows } = await sql<{ all: number; own: number }>`
      select count(*)::int as all, count(*) filter (where asked_by = ${by}::uuid)::int as own
      from pending_acts where until > ${new Date(now)}::timestamptz`.execute(tx)
    const { all, own } = rows[0]!
    if (all >= WAITING_MAX) throw cannot('cannot.actsFull', { max: WAITING_MAX })
    if (own >= WAITING_OF_ONE_MAX) throw cannot('cannot.actsFull', { max: WAITING_OF_ONE_MAX })
    await tx
      .insertInto('pending_acts')
      .values({
        act: act.act,
        value: JSON.stringify(act),
        asked_by: by,
        asked_at: new Date(now),
        until: new Date(now + WAITS_MS),
      })
      .execute()
    const operators = await acting(tx)
    const right = ruleOf(act).agrees(act)
    const agreeing = operators.filter((one) => one.user_id !== by && one.rights.includes(right))
    const asker = operators.find((one) => one.user_id === by)
    if (asker) {
      const hours = await readSetting(tx, 'soleWaits')
      await mailAct(tx, { asker, agreeing, aloneFrom: now + hours * HOUR_MS, now })
    }
    await audit(tx, { by, via: 'screen', what: `${act.act}.ask`, subject: `act:${act.act}`, before: null, after: act })
  })

/** The acts that wait which an operator may agree to, and their own; the oldest first. */
export async function waitingActs(
  db: Db,
  now: number,
  { id: reader, rights }: { id: string; rights: readonly OperatorRight[] },
): Promise<WaitingAct[]> {
  const { rows } = await sql<Waiting>`
    select p.id, p.value, p.asked_by, p.asked_at, p.until, o.serial, o.held, o.due_currency,
      b.email as buyer, s.name as store, w.email as person
    from pending_acts p
      left join order_reports r on p.act = 'report' and r.id::text = p.value ->> 'report'
      left join orders o on o.id = r.order_id or (p.act = 'refund' and o.id = p.value ->> 'order')
      left join users b on b.id = o.user_id
      left join stores s on s.id::text = p.value -> 'whom' ->> 'store'
      left join users w on w.id::text = coalesce(p.value -> 'whom' ->> 'person', p.value ->> 'person')
    where p.until > ${new Date(now)}::timestamptz order by p.asked_at limit ${sql.lit(WAITING_MAX)}`.execute(db)
  const [all, hours] = [await acting(db), await readSetting(db, 'soleWaits')]
  return rows.flatMap((row): WaitingAct[] => {
    const asker = all.find((one) => one.user_id === row.asked_by)
    const rule = ruleOf(row.value)
    const right = rule.agrees(row.value)
    const isOwn = row.asked_by === reader
    if (!asker?.rights.includes(rule.asks(row.value)) || !(isOwn || rights.includes(right))) return []
    const at = row.asked_at.getTime()
    return [
      {
        ...{ id: row.id, act: row.value.act, args: [], value: row.value, about: aboutOf(row), at, right },
        ...(row.serial !== null && { order: orderNumber(row.serial) }),
        by: { id: row.asked_by, name: asker.username },
        until: row.until.getTime(),
        ...(isOwn && isAloneAmong(all, reader, right) && { aloneFrom: at + hours * HOUR_MS }),
      },
    ]
  })
}

interface Waiting {
  id: string
  value: OperatorAct
  asked_by: string
  asked_at: Date
  until: Date
  serial: number | null
  held: number | null
  due_currency: string | null
  buyer: string | null
  store: string | null
  person: string | null
}

/** Whose and how much: of a refund what is held now, of a decision and of a limit what was asked. */
function aboutOf({ value, held, due_currency, buyer, store, person }: Waiting): NonNullable<WaitingAct['about']> {
  const whom = store ?? person
  const isWorth = value.act === 'limit' && (value.limit === 'secondEyesWorth' || value.limit === 'unpaidWorth')
  const asked = value.act === 'report' ? value.refund : isWorth ? value.value : null
  const amount = value.act === 'refund' ? held : asked
  return {
    ...(buyer !== null && { buyer }),
    ...(whom !== null && { whom }),
    ...(amount !== null && { money: { amount, currency: due_currency ?? BALANCE_CURRENCY } }),
  }
}

export type Decided = { kind: 'done'; entrance?: EntranceCode } | { kind: 'gone' | 'own' | 'noRight' }

/**
 * Agrees to an act that waits, or refuses it. Nobody agrees to their own while somebody else could, nor before it has
 * waited alone; they may take it back. `gone`: it was decided, its time is over, or whoever asked has lost the right.
 *
 * @throws OperatorError When the act cannot be done any more; it no longer waits then.
 */
export async function decideAct(
  db: Db,
  id: string,
  agree: boolean,
  now: number,
  by: { id: string; rights: readonly OperatorRight[] },
): Promise<Decided> {
  const found = await db.selectFrom('pending_acts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found || found.until.getTime() <= now) return { kind: 'gone' }
  const [act, rule, all] = [found.value, ruleOf(found.value), await acting(db)]
  const isOwn = found.asked_by === by.id
  const right = rule.agrees(act)
  if (!isOwn && !by.rights.includes(right)) return { kind: 'noRight' }
  const asker = all.find((one) => one.user_id === found.asked_by)
  if (agree && !asker?.rights.includes(rule.asks(act))) return { kind: 'gone' }
  const aloneFrom = found.asked_at.getTime() + (await readSetting(db, 'soleWaits')) * HOUR_MS
  if (agree && isOwn && !(isAloneAmong(all, by.id, right) && aloneFrom <= now)) return { kind: 'own' }
  if (!(await claim(db, id, now))) return { kind: 'gone' }
  const actor: Actor = { by: by.id, via: 'screen', pair: isOwn ? { alone: true } : { asked: found.asked_by } }
  if (!agree) {
    await refuse(db, id, act, actor)
    return { kind: 'done' }
  }
  try {
    const entrance = await rule.run(db, act, now, actor)
    await db.deleteFrom('pending_acts').where('id', '=', id).execute()
    return { kind: 'done', ...(entrance && { entrance }) }
  } catch (error) {
    if (error instanceof OperatorError) await db.deleteFrom('pending_acts').where('id', '=', id).execute()
    else await db.updateTable('pending_acts').set({ claimed_at: null }).where('id', '=', id).execute()
    throw error
  }
}

/** Claims an act for one decision: of two at once the second finds it gone. */
async function claim(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pending_acts')
    .set({ claimed_at: new Date(now) })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<', new Date(now - CLAIM_MS))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const refuse = (db: Db, id: string, act: OperatorAct, actor: Actor): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('pending_acts').where('id', '=', id).execute()
    await audit(tx, { ...actor, what: `${act.act}.refuse`, subject: `act:${act.act}`, before: act, after: null })
  })

/** Deletes acts that nobody agreed to in their time, and the sums of days that are over. */
export async function purgeActs(db: Db, now: number): Promise<void> {
  await db.deleteFrom('pending_acts').where('until', '<=', new Date(now)).execute()
  await purgeOperatorDays(db, now)
}
