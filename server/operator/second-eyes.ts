import { sql } from 'kysely'
import type { Input } from '#contract/registry.ts'
import type { EntranceCode, OperatorAct, WaitingAct } from '#contract/operator/schema-acts.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { marketCurrency } from '../market/currency.ts'
import { orderNumber } from '../orders/order/number.ts'
import { readSetting } from '../market/settings.ts'
import { acting, holding, type Acting } from './acting.ts'
import { ruleOf } from './desks/act-rules.ts'
import { actWords } from './act-words.ts'
import { mailAct } from './act-mail.ts'
import { purgeOperatorDays, type Reserved } from './alone.ts'
import { cannot, OperatorError } from './answer.ts'
import { isOwnCase } from './own-case.ts'

/** How long an act waits for a second operator (ms). */
const WAITS_MS = 7 * 86_400_000
/** Acts that wait at most: of all operators, and of one, who cannot keep the others from asking. */
export const ACTS_WAITING_MAX = 200
export const WAITING_OF_ONE_MAX = 20
const HOUR_MS = 3_600_000

/** The act is done, or waits for a second operator. */
export interface Became {
  became: 'done' | 'waits'
  entrance?: EntranceCode
  /** From when the operator who asked may do it alone (Unix ms). */
  aloneFrom?: number
}

/**
 * The operators who may agree to an act: others with its right, or all others where none of them has it. The word of
 * `subjects` counts for nothing.
 */
function agreeingTo(
  act: OperatorAct,
  all: readonly Acting[],
  asker: string,
  subjects: readonly string[],
): readonly Acting[] {
  const others = all.filter((one) => one.user_id !== asker && !subjects.includes(one.user_id))
  return holding(others, ruleOf(act).agrees(act))
}

/** The person who asked for the withdrawal `v`, and the members of its store: their own word counts for nothing. */
const SUBJECTS = sql<string[]>`array(select v.asked_by where v.asked_by is not null union
  select m.user_id from store_members m where m.store_id = v.store_id and m.ended_at is null)`

async function subjectsOf(db: Db | Tx, act: OperatorAct): Promise<readonly string[]> {
  if (act.act !== 'withdrawal') return []
  const { rows } = await sql<{ subjects: string[] }>`
    select ${SUBJECTS} as subjects from withdrawals v where v.id = ${act.decision.id}::uuid`.execute(db)
  return rows[0]?.subjects ?? []
}

/** Whether an operator is the only one who has entered. */
export const isOnly = async (db: Db, by: string): Promise<boolean> =>
  (await acting(db)).every((one) => one.user_id === by)

const done = (entrance: EntranceCode | undefined): Became => ({ became: 'done', ...(entrance && { entrance }) })

/** Does an act, or has it wait for a second operator. @throws OperatorError When the act cannot be done. */
export async function actOrAsk(db: Db, act: OperatorAct, now: number, by: string): Promise<Became> {
  const rule = ruleOf(act)
  if ((await subjectsOf(db, act)).includes(by) && !(await isOnly(db, by))) throw cannot('cannot.ownWithdrawal')
  const reserved: Reserved = (await isOwnCase(db, act, by)) ? undefined : await rule.alone?.(db, by, act, now)
  if (!reserved) {
    await rule.check?.(db, act)
    const aloneFrom = await ask(db, act, now, by)
    return { became: 'waits', ...(aloneFrom !== undefined && { aloneFrom }) }
  }
  try {
    return done(await rule.run(db, act, now, { by, via: 'screen' }))
  } catch (error) {
    await reserved()
    throw error
  }
}

/** Has an act wait, and mails those who may agree. Where nobody else can: resolves to when it may be done alone. */
const ask = (db: Db, act: OperatorAct, now: number, by: string): Promise<number | undefined> =>
  db.transaction().execute(async (tx) => {
    // One after another, so that the bounds hold.
    await sql`lock table pending_acts in exclusive mode`.execute(tx)
    const { rows } = await sql<{ all: number; own: number }>`
      select count(*)::int as all, count(*) filter (where asked_by = ${by}::uuid)::int as own
      from pending_acts where until > ${new Date(now)}::timestamptz`.execute(tx)
    const { all, own } = rows[0]!
    if (all >= ACTS_WAITING_MAX) throw cannot('cannot.actsFull', { max: ACTS_WAITING_MAX })
    if (own >= WAITING_OF_ONE_MAX) throw cannot('cannot.actsYours', { max: WAITING_OF_ONE_MAX })
    const operators = await acting(tx)
    const agreeing = agreeingTo(act, operators, by, await subjectsOf(tx, act))
    const aloneFrom = agreeing.length > 0 ? undefined : now + (await readSetting(tx, 'soleWaits')) * HOUR_MS
    await tx
      .insertInto('pending_acts')
      .values({
        act: act.act,
        value: JSON.stringify(act),
        asked_by: by,
        asked_at: new Date(now),
        until: new Date(now + WAITS_MS),
        alone_from: aloneFrom === undefined ? null : new Date(aloneFrom),
      })
      .execute()
    const asker = operators.find((one) => one.user_id === by)
    if (asker) await mailAct(tx, { asker, agreeing, aloneFrom, now })
    await audit(tx, { by, via: 'screen', what: `${act.act}.ask`, subject: `act:${act.act}`, before: null, after: act })
    return aloneFrom
  })

/** The acts that wait which an operator may agree to, and their own; the oldest first. */
export async function waitingActs(db: Db, now: number, reader: string): Promise<WaitingAct[]> {
  const { rows } = await sql<Waiting>`
    select p.id, p.value, p.asked_by, p.asked_at, p.until, p.alone_from, o.serial, o.held,
      coalesce(o.due_currency, l.currency, ${marketCurrency}) as currency,
      b.email as buyer, s.name as store, w.email as person,
      ${SUBJECTS} as subjects, v.asset, v.amount::text as units, v.fee::text, v.network, v.address
    from pending_acts p
      left join order_reports r on p.act = 'report' and r.id = (p.value ->> 'report')::uuid
      left join orders o on o.id = r.order_id or (p.act = 'refund' and o.id = p.value ->> 'order')
      left join users b on b.id = o.user_id
      left join loans l on p.act = 'loan' and l.user_id = (p.value -> 'answer' ->> 'person')::uuid
        and l.id = (p.value -> 'answer' ->> 'id')::uuid
      left join withdrawals v on p.act = 'withdrawal' and v.id = (p.value -> 'decision' ->> 'id')::uuid
      left join stores s on s.id = coalesce((p.value -> 'whom' ->> 'store')::int, v.store_id)
      left join users w on w.id = coalesce(p.value -> 'whom' ->> 'person', p.value ->> 'person', v.asked_by::text)::uuid
    where p.until > ${new Date(now)}::timestamptz order by p.asked_at limit ${sql.lit(ACTS_WAITING_MAX)}`.execute(db)
  const all = await acting(db)
  return rows.flatMap((row): WaitingAct[] => {
    const asker = all.find((one) => one.user_id === row.asked_by)
    const rule = ruleOf(row.value)
    const isOwn = row.asked_by === reader
    const agreeing = agreeingTo(row.value, all, row.asked_by, row.subjects)
    const mayRead = isOwn || agreeing.some((one) => one.user_id === reader)
    if (!asker?.rights.includes(rule.asks(row.value)) || !mayRead) return []
    const about = aboutOf(row)
    return [
      {
        ...{ id: row.id, ...actWords(row.value, about), value: row.value, about, at: row.asked_at.getTime() },
        right: rule.agrees(row.value),
        ...(row.serial !== null && { order: orderNumber(row.serial) }),
        by: { id: row.asked_by, name: asker.username },
        until: row.until.getTime(),
        ...(isOwn && row.alone_from && agreeing.length === 0 && { aloneFrom: row.alone_from.getTime() }),
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
  alone_from: Date | null
  serial: number | null
  held: number | null
  /** Of the amounts of its order or loan, else the market's. */
  currency: string
  buyer: string | null
  store: string | null
  person: string | null
  subjects: string[]
  asset: string | null
  units: string | null
  fee: string | null
  network: string | null
  address: string | null
}

/** The person and the amount: of a refund what is held now, of a decision, a limit and a loan what was asked. */
function aboutOf(waiting: Waiting): NonNullable<WaitingAct['about']> {
  const { value, held, currency, buyer, store, person, asset, units, fee, network, address } = waiting
  const whom = store !== null && person !== null ? `${store} (${person})` : (store ?? person)
  const isWorth = value.act === 'limit' && value.limit.endsWith('Worth')
  const lent = value.act === 'loan' ? (value.answer.offer?.amount ?? null) : null
  const asked = value.act === 'report' ? value.refund : isWorth ? value.value : lent
  const amount = value.act === 'refund' ? held : asked
  return {
    ...(buyer !== null && { buyer }),
    ...(whom !== null && { whom }),
    ...(asset && units && fee && network && address && { withdrawal: { asset, amount: units, fee, network, address } }),
    ...(amount !== null && { money: { amount, currency } }),
  }
}

export type ActDecided = { kind: 'done'; entrance?: EntranceCode } | { kind: 'gone' | 'own' | 'noRight' }

/**
 * Agrees to an act that waits, or refuses it. Nobody agrees to their own unless it has waited for an operator who is
 * alone; they may take it back. `gone`: it was decided, its time is over, or whoever asked has lost the right.
 *
 * @throws OperatorError When the act cannot be done any more; it no longer waits then. A wrong signature leaves it
 *   waiting.
 */
export async function decideAct(
  db: Db,
  { id, agree, approval }: Input<'operator.decide'>,
  now: number,
  by: string,
): Promise<ActDecided> {
  const found = await db.selectFrom('pending_acts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found || found.until.getTime() <= now) return { kind: 'gone' }
  const { value: act, asked_by: asker, alone_from: aloneFrom } = found
  const all = await acting(db)
  const agreeing = agreeingTo(act, all, asker, await subjectsOf(db, act))
  const isOwn = asker === by
  if (!isOwn && !agreeing.some((one) => one.user_id === by)) return { kind: 'noRight' }
  const mayAsk = all.find((one) => one.user_id === asker)?.rights.includes(ruleOf(act).asks(act))
  if (agree && !mayAsk) return { kind: 'gone' }
  if (agree && isOwn && !(agreeing.length === 0 && aloneFrom && aloneFrom.getTime() <= now)) return { kind: 'own' }
  if (agree && approval) await ruleOf(act).signed?.(db, act, approval)
  // Taken away before it is done, so that it is never done twice: of two at once the second finds it gone.
  const taken = await db.deleteFrom('pending_acts').where('id', '=', id).executeTakeFirst()
  if (taken.numDeletedRows === 0n) return { kind: 'gone' }
  const actor: Actor = { by, via: 'screen', pair: isOwn ? { alone: true } : { asked: asker } }
  if (!agree) {
    await note(db, act, 'refuse', actor)
    return { kind: 'done' }
  }
  try {
    const entrance = await ruleOf(act).run(db, act, now, actor, approval)
    return { kind: 'done', ...(entrance && { entrance }) }
  } catch (error) {
    if (error instanceof OperatorError) await note(db, act, 'fail', actor)
    else
      await db
        .insertInto('pending_acts')
        .values({ ...found, value: JSON.stringify(act) })
        .execute()
    throw error
  }
}

/** Writes down that an act ended without being done. */
const note = (db: Db, act: OperatorAct, end: 'refuse' | 'fail', actor: Actor): Promise<void> =>
  db
    .transaction()
    .execute((tx) =>
      audit(tx, { ...actor, what: `${act.act}.${end}`, subject: `act:${act.act}`, before: act, after: null }),
    )

/** Deletes acts that nobody agreed to in their time, and the sums of days that are over. */
export async function purgeActs(db: Db, now: number): Promise<void> {
  await db.deleteFrom('pending_acts').where('until', '<=', new Date(now)).execute()
  await purgeOperatorDays(db, now)
}
