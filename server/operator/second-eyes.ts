import { sql } from 'kysely'
import { parseMinor } from '#contract/rules/money.ts'
import type { OperatorRight } from '#contract/rules/operator-rights.ts'
import { parseOrderNumber } from '#contract/rules/order-number.ts'
import { audit, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { BALANCE_CURRENCY } from '../ledger/ledger.ts'
import { orderNumber, serialOf } from '../orders/order-number.ts'
import { readSetting } from '../settings.ts'
import { cannot } from './answer.ts'
import { operateOperators } from './operators.ts'
import { refund } from './orders.ts'
import { report } from './reports.ts'
import { suspend, unsuspend } from './suspend.ts'
import { setSecondEyes } from './terms.ts'

/** How long an act waits for a second operator (ms), and how many wait at most. */
const WAITS_MS = 7 * 86_400_000
export const WAITING_MAX = 200

interface Act {
  right: OperatorRight
  run(db: Db, args: readonly string[], now: number, actor: Actor): Promise<string>
  /** Whether it needs a second operator; absent: always. */
  weighs?(db: Db, args: readonly string[]): Promise<boolean>
}

/** Whether the amount at a place of the arguments is above what one operator decides alone. */
const isAbove =
  (at: number) =>
  async (db: Db, args: readonly string[]): Promise<boolean> =>
    (parseMinor(args[at] ?? '', BALANCE_CURRENCY) ?? 0) > (await readSetting(db, 'secondEyesWorth'))

/** The acts that may need a second pair of eyes. */
const acts: Record<string, Act> = {
  refund: { right: 'orders', run: refund, weighs: isDear },
  report: { right: 'orders', run: report, weighs: isAbove(2) },
  suspend: { right: 'people', run: suspend },
  unsuspend: { right: 'people', run: unsuspend },
  operator: { right: 'staff', run: operateOperators },
  // Whoever guards refunds has to agree that fewer of them are.
  second: { right: 'orders', run: setSecondEyes, weighs: isAbove(0) },
}
export type ActName = 'refund' | 'report' | 'suspend' | 'unsuspend' | 'operator' | 'second'

/** Whether an order is worth more than one operator gives back alone. */
async function isDear(db: Db, [said = '']: readonly string[]): Promise<boolean> {
  const number = parseOrderNumber(said)
  const order = await db
    .selectFrom('orders')
    .select('due')
    .where((eb) => (number ? eb('serial', '=', serialOf(number)) : eb('id', '=', said)))
    .executeTakeFirst()
  return (order?.due ?? 0) > (await readSetting(db, 'secondEyesWorth'))
}

/** Whether somebody besides an operator could agree: one who has entered and holds the right. */
async function isAlone(db: Db, by: string, right: OperatorRight): Promise<boolean> {
  const all = await db
    .selectFrom('operators')
    .select(['user_id', 'rights'])
    .where('entered_at', 'is not', null)
    .execute()
  return !all.some((one) => one.user_id !== by && one.rights.includes(right))
}

/** Does an act, or has it wait for a second operator. While there is none, one decides alone, and the log says so. */
export async function actOrAsk(
  db: Db,
  name: ActName,
  args: readonly string[],
  now: number,
  by: string,
): Promise<{ became: 'done' | 'waits'; text: string }> {
  const act = acts[name]!
  const actor: Actor = { by, via: 'screen' }
  if (act.weighs && !(await act.weighs(db, args))) return { became: 'done', text: await act.run(db, args, now, actor) }
  if (await isAlone(db, by, act.right))
    return { became: 'done', text: await act.run(db, args, now, { ...actor, pair: { alone: true } }) }
  await db.transaction().execute(async (tx) => {
    const { count } = await tx
      .selectFrom('pending_acts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('until', '>', new Date(now))
      .executeTakeFirstOrThrow()
    if (Number(count) >= WAITING_MAX) throw cannot('cannot.actsFull', { max: WAITING_MAX })
    const subject = args.slice(0, 2).join(' ').slice(0, 200)
    await tx
      .insertInto('pending_acts')
      .values({
        act: name,
        args: JSON.stringify(args),
        subject,
        asked_by: by,
        asked_at: new Date(now),
        until: new Date(now + WAITS_MS),
      })
      .execute()
    await audit(tx, { ...actor, what: `${name}.ask`, subject: `act:${name}`, before: null, after: { args } })
  })
  return { became: 'waits', text: '' }
}

/** What waits for a second operator, the oldest first, with what each is about, for whoever is to agree. */
export async function waitingActs(db: Db, now: number) {
  const { rows } = await sql<Waiting>`
    select p.id, p.act, p.args, p.asked_by, p.asked_at, p.until, u.username, o.serial, o.held, o.due_currency,
      b.email as buyer, s.name as store
    from pending_acts p join users u on u.id = p.asked_by
      left join order_reports r on p.act = 'report' and r.id::text = p.args ->> 0
      left join orders o on o.id = r.order_id or (p.act = 'refund' and o.id = p.args ->> 0)
      left join users b on b.id = o.user_id
      left join stores s on p.act in ('suspend', 'unsuspend') and s.id::text = p.args ->> 0
    where p.until > ${new Date(now)}::timestamptz order by p.asked_at limit ${sql.lit(WAITING_MAX)}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    act: row.act,
    args: row.args,
    ...(row.serial !== null && { order: orderNumber(row.serial) }),
    about: aboutOf(row),
    by: { id: row.asked_by, name: row.username },
    at: row.asked_at.getTime(),
    until: row.until.getTime(),
    right: acts[row.act]!.right,
  }))
}

interface Waiting {
  id: string
  act: string
  args: string[]
  asked_by: string
  asked_at: Date
  until: Date
  username: string
  serial: number | null
  held: number | null
  due_currency: string | null
  buyer: string | null
  store: string | null
}

/** Whose and how much: of a refund what is held now, of a report and of a limit what was typed. */
function aboutOf({ act, args, held, due_currency, buyer, store }: Waiting) {
  const typed = act === 'report' ? args[2] : act === 'second' ? args[0] : undefined
  const currency = due_currency ?? BALANCE_CURRENCY
  const amount = act === 'refund' ? held : parseMinor(typed ?? '', currency)
  const whom = act === 'operator' ? args[1] : (store ?? args[0])
  return {
    ...(buyer !== null && { buyer }),
    ...((act === 'operator' || act === 'suspend' || act === 'unsuspend') && whom !== undefined && { whom }),
    ...(amount !== undefined && amount !== null && { money: { amount, currency } }),
  }
}

/**
 * Agrees to an act that waits, or refuses it; nobody agrees to their own, but may take it back. `gone`: it was decided,
 * or its time is over. An act that cannot be done any more goes, and says why.
 */
export async function decideAct(
  db: Db,
  id: string,
  agree: boolean,
  now: number,
  by: { id: string; rights: readonly OperatorRight[] },
): Promise<'done' | 'gone' | 'own' | 'noRight'> {
  const found = await db
    .selectFrom('pending_acts')
    .selectAll()
    .where('id', '=', id)
    .where('until', '>', new Date(now))
    .executeTakeFirst()
  if (!found) return 'gone'
  const act = acts[found.act]!
  if (!by.rights.includes(act.right)) return 'noRight'
  if (agree && found.asked_by === by.id) return 'own'
  // Whoever takes it away decides: of two at once one finds it gone.
  const taken = await db.deleteFrom('pending_acts').where('id', '=', id).executeTakeFirst()
  if (taken.numDeletedRows === 0n) return 'gone'
  const actor: Actor = { by: by.id, via: 'screen', pair: { asked: found.asked_by } }
  if (agree) await act.run(db, found.args, now, actor)
  else
    await db.transaction().execute((tx) =>
      audit(tx, {
        ...actor,
        what: `${found.act}.refuse`,
        subject: `act:${found.act}`,
        before: { args: found.args },
        after: null,
      }),
    )
  return 'done'
}

/** Deletes acts that nobody agreed to in their time. */
export async function purgeActs(db: Db, now: number): Promise<void> {
  await db.deleteFrom('pending_acts').where('until', '<=', new Date(now)).execute()
}
