import { sql } from 'kysely'
import type { ActName, ActOf, EntranceCode, OperatorAct, OperatorLimit } from '#contract/operator/schema-acts.ts'
import type { Approval } from '#contract/withdrawals/approval.ts'
import { refundEvent } from '#contract/reports/refunds.ts'
import { nextStage } from '#contract/orders/stages.ts'
import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import type { Actor } from '../../audit/audit.ts'
import type { Db } from '../../db/tables/tables.ts'
import { readOrders, type OrderRow } from '../../orders/order/change.ts'
import { answerLoan, loanDecisionOf } from '../../loans/answer.ts'
import { refundableOf } from '../../reports/reports.ts'
import { readSetting } from '../../market/settings.ts'
import { reserveGivenBack, reserveRates, type Reserved } from '../alone.ts'
import { cannot, OperatorError } from '../answer.ts'
import { decideApplication } from '../../merchants/operator.ts'
import { setBarred } from '../../products/bar.ts'
import { removeFactor } from '../../factors/operator.ts'
import { emailOf, isOperator, setOperator } from '../operators.ts'
import { refundOrder } from '../../orders/moves/operator.ts'
import { putRates } from '../../rates/operator.ts'
import { decideReport } from '../../reports/operator.ts'
import { setSuspension, suspensionOf } from '../../stores/suspend.ts'
import { beginSweep } from '../../sweeps/operator.ts'
import { decideWithdrawal, isDecidable, takesTwo, withdrawalOf } from '../../withdrawals/decide.ts'
import { checkApproval } from '../../withdrawals/signatures.ts'
import { putLimit } from '../../site/limits.ts'

const nothing: Reserved = async () => undefined

interface Rule<A> {
  /** The right that asks for the act, and the one that agrees to it. */
  asks(act: A): OperatorRight
  agrees(act: A): OperatorRight
  /** Throws where the act cannot be done as things are, so that nobody is asked to agree to nothing. */
  check?(db: Db, act: A): Promise<void>
  /** Reserves the act for one operator alone; undefined where it takes two. Absent: it always takes two. */
  alone?(db: Db, by: string, act: A, now: number): Promise<Reserved>
  /** Throws where an operator's signature under the act is wrong. Absent: nobody signs it. */
  signed?(db: Db, act: A, approval: Approval): Promise<void>
  /** `approval`: the signature of the operator who agreed. */
  run(db: Db, act: A, now: number, actor: Actor, approval?: Approval): Promise<EntranceCode | undefined>
}

const right = (one: OperatorRight) => ({ asks: () => one, agrees: () => one })
const freely = async (): Promise<Reserved> => nothing

const rules: { [N in ActName]: Rule<ActOf<N>> } = {
  refund: {
    ...right('orders'),
    check: async (db, { order }) => {
      const found = await readOrderOf(db, order)
      if (!found || nextStage(found.stage, refundEvent(found)) === undefined)
        throw new OperatorError('The order cannot be refunded.', { reason: 'orderMoved' })
    },
    alone: async (db, by, { order }, now) => reserveGivenBack(db, by, await heldOf(db, order), now),
    run: async (db, act, now, actor) => void (await refundOrder(db, act, now, actor)),
  },
  report: {
    ...right('orders'),
    // A decision gives one side what it does not give the other.
    alone: async (db, by, act, now) => reserveGivenBack(db, by, await decidedBy(db, act), now),
    run: async (db, act, now, actor) => void (await decideReport(db, act, now, actor)),
  },
  suspend: {
    ...right('people'),
    check: async (db, { whom }) => void (await suspensionOf(db, whom)),
    run: async (db, { whom, reason }, now, actor) => void (await setSuspension(db, whom, reason, now, actor)),
  },
  unsuspend: {
    ...right('people'),
    check: async (db, { whom }) => {
      if ((await suspensionOf(db, whom)).reason === null) throw cannot('cannot.notSuspended')
    },
    run: async (db, { whom }, now, actor) => void (await setSuspension(db, whom, null, now, actor)),
  },
  operator: {
    ...right('staff'),
    check: async (db, { person, rights }) => {
      if (rights === null && !(await isOperator(db, person)))
        throw cannot('cannot.notOperator', await emailOf(db, person))
    },
    run: setOperator,
  },
  factor: {
    ...right('people'),
    run: async (db, act, now, actor) => void (await removeFactor(db, act, now, actor)),
  },
  rate: {
    ...right('money'),
    alone: (db, by, act, now) => reserveRates(db, by, [act], now),
    run: async (db, act, now, actor) => void (await putRates(db, [act], now, actor)),
  },
  rates: {
    ...right('money'),
    alone: (db, by, { rates }, now) => reserveRates(db, by, rates, now),
    run: async (db, { rates }, now, actor) => void (await putRates(db, rates, now, actor)),
  },
  limit: {
    asks: () => 'money',
    // The operators whom this limit binds agree that it binds less.
    agrees: ({ limit }) => (limit === 'secondEyesWorth' ? 'orders' : 'money'),
    alone: async (db, _by, { limit, value }) =>
      isTighter(limit, await readSetting(db, limit), value) ? nothing : undefined,
    run: async (db, act, now, actor) => void (await putLimit(db, act, now, actor)),
  },
  bar: {
    ...right('catalogue'),
    alone: freely,
    run: async (db, act, now, actor) => void (await setBarred(db, act, act.reason, now, actor)),
  },
  unbar: {
    ...right('catalogue'),
    alone: freely,
    run: async (db, act, now, actor) => void (await setBarred(db, act, null, now, actor)),
  },
  application: {
    ...right('applications'),
    alone: freely,
    run: async (db, { decision }, now, actor) => {
      const done = await decideApplication(db, decision, now, actor)
      if (done.kind === 'gone') throw new OperatorError('There is no such application.', { reason: 'notFound' })
      if (done.kind === 'state') throw new OperatorError('The application has moved.', { reason: 'applicationMoved' })
      return undefined
    },
  },
  loan: {
    ...right('money'),
    alone: freely,
    run: async (db, { answer }, now, actor) => {
      const { id, person } = answer
      if (!(await answerLoan(db, { id, user_id: person }, loanDecisionOf(answer, now), now, actor)))
        throw new OperatorError('The application does not wait any more.', { reason: 'loanMoved' })
      return undefined
    },
  },
  withdrawal: {
    ...right('money'),
    check: async (db, { decision }) => {
      const found = await withdrawalOf(db, decision.id)
      if (!found || !isDecidable(found, decision.agree)) throw withdrawalMoved()
      if (decision.agree && decision.approval) await checkApproval(found, decision.approval)
    },
    alone: async (db, _by, { decision }) => {
      const found = await withdrawalOf(db, decision.id)
      return found && takesTwo(found, decision.agree) ? undefined : nothing
    },
    signed: async (db, { decision }, approval) => {
      const found = await withdrawalOf(db, decision.id)
      if (found) await checkApproval(found, approval)
    },
    run: async (db, { decision }, now, actor, approval) => {
      if (!(await decideWithdrawal(db, decision, now, actor, approval))) throw withdrawalMoved()
      return undefined
    },
  },
  sweep: {
    ...right('money'),
    // The coins stay the market's: what one operator gives away is their price, and what the signer could then pay out
    // of a wallet without a cap.
    alone: async (db, by, { bounded, worth }, now) =>
      bounded && worth !== null ? reserveGivenBack(db, by, worth, now) : undefined,
    run: async (db, act, now, actor) => void (await beginSweep(db, act, now, actor)),
  },
}

const withdrawalMoved = (): OperatorError =>
  new OperatorError('The withdrawal has moved.', { reason: 'withdrawalMoved' })

/** Limits that bind more the larger they are. */
const WAITS: ReadonlySet<OperatorLimit> = new Set(['soleWaits', 'newAddressHours'])
/** Room for stores guards no money: one operator sets it either way. */
const isTighter = (limit: OperatorLimit, before: number, value: number): boolean =>
  limit === 'storeDay' || (WAITS.has(limit) ? value >= before : value <= before)

/** The order of an id, as its buyer's feed has it. */
const readOrderOf = async (db: Db, id: string): Promise<OrderRow | undefined> =>
  (await readOrders(db, sql`o.id = ${id}`))[0]

/** The larger side of a decision (minor units of the market's currency): given back, or left to the store. */
async function decidedBy(db: Db, { report: id, refund }: ActOf<'report'>): Promise<number> {
  const { rows } = await sql<{ order_id: string }>`select order_id from order_reports where id = ${id}::uuid`.execute(
    db,
  )
  const order = rows[0] && (await readOrderOf(db, rows[0].order_id))
  const report = order?.reports.find((one) => one.id === id)
  return order && report ? Math.max(refund, refundableOf(order, report) - refund) : refund
}

/** The amount that a refund of an order gives back (minor units of the market's currency). */
const heldOf = async (db: Db, id: string): Promise<number> => (await readOrderOf(db, id))?.held ?? 0

/** The rule of an act. */
export const ruleOf = (act: OperatorAct): Rule<OperatorAct> => rules[act.act] as Rule<OperatorAct>
