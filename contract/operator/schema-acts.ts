import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { assets } from '../coins/assets.ts'
import { FEE_MAX } from '../market/fees.ts'
import { networks } from '../coins/networks.ts'
import { RATES_AT_ONCE } from '../currencies/rates.ts'
import { REPORT_TEXT_MAX } from '../reports/rules.ts'
import { operatorRights } from '../wire/operator-rights.ts'
import { ApprovalSchema } from '../withdrawals/schema-approval.ts'
import { Id } from '../wire/schema-id.ts'
import { openArray, openEnum, openValue } from '../wire/schema-open.ts'
import { operatorAnswerLoan } from '../loans/schema-operator.ts'
import { operatorDecideApplication } from '../merchants/schema-operator.ts'
import { operatorDecideWithdrawal } from '../withdrawals/schema-operator.ts'

// Acts of operators that may need a second one: values from the screen to the audit log. Each names rows by their ids,
// which an address or a number of an order could leave between asking and agreeing.

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
const worth = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER))

/** A person or a store, by id. */
export const Trader = z.union([z.object({ person: z.uuid() }), z.object({ store: Id })])
export type Trader = z.infer<typeof Trader>

/** The limits of one operator alone, each with its unit. */
export const operatorLimits = {
  /** Given back by one operator in a day (minor units of the market's currency). */
  secondEyesWorth: z.object({ act: z.literal('limit'), limit: z.literal('secondEyesWorth'), value: worth }),
  /** Unpaid orders of a buyer together (minor units of the market's currency). */
  unpaidWorth: z.object({ act: z.literal('limit'), limit: z.literal('unpaidWorth'), value: worth }),
  /** How far a rate moves within a day (percent). */
  rateStep: z.object({
    act: z.literal('limit'),
    limit: z.literal('rateStep'),
    value: z.int().check(z.minimum(0), z.maximum(50)),
  }),
  /** The maximum age of a rate for payments (hours). */
  rateAge: z.object({
    act: z.literal('limit'),
    limit: z.literal('rateAge'),
    value: z.int().check(z.minimum(1), z.maximum(720)),
  }),
  /** How long a quoted amount stays valid (minutes). */
  payQuoteMinutes: z.object({
    act: z.literal('limit'),
    limit: z.literal('payQuoteMinutes'),
    value: z.int().check(z.minimum(1), z.maximum(60)),
  }),
  /** How long a withdrawal to a new address waits (hours). */
  newAddressHours: z.object({
    act: z.literal('limit'),
    limit: z.literal('newAddressHours'),
    value: z.int().check(z.minimum(0), z.maximum(168)),
  }),
  /** Withdrawn by a person in a day without an operator (minor units of the market's currency). */
  withdrawOneWorth: z.object({ act: z.literal('limit'), limit: z.literal('withdrawOneWorth'), value: worth }),
  /** Withdrawn by a person in a day without a second operator (the same). */
  withdrawTwoWorth: z.object({ act: z.literal('limit'), limit: z.literal('withdrawTwoWorth'), value: worth }),
  /** Withdrawn by a person in a day without a second factor (the same). */
  withdrawFactorWorth: z.object({ act: z.literal('limit'), limit: z.literal('withdrawFactorWorth'), value: worth }),
  /** Changes that a store may make in a day. */
  storeDay: z.object({
    act: z.literal('limit'),
    limit: z.literal('storeDay'),
    value: z.int().check(z.minimum(1_000), z.maximum(1_000_000)),
  }),
  /** The market's fee on what stores get of their orders (basis points). */
  feeRate: z.object({
    act: z.literal('limit'),
    limit: z.literal('feeRate'),
    value: z.int().check(z.nonnegative(), z.maximum(FEE_MAX)),
  }),
  /** The most that collecting deposits may cost, as a percentage of their amount. */
  sweepPercent: z.object({
    act: z.literal('limit'),
    limit: z.literal('sweepPercent'),
    value: z.int().check(z.minimum(1), z.maximum(50)),
  }),
  /** How long an act waits that no second operator can agree to (hours). */
  soleWaits: z.object({
    act: z.literal('limit'),
    limit: z.literal('soleWaits'),
    value: z.int().check(z.minimum(1), z.maximum(144)),
  }),
} as const
export type OperatorLimit = keyof typeof operatorLimits

/** The rate of a currency or coin: a decimal of the market's currency. A fixed one does not grow old. */
const rate = {
  currency: z.string().check(z.regex(/^[A-Z]{3,5}$/)),
  rate: z.string().check(z.regex(/^\d{1,12}(\.\d{1,8})?$/)),
  fixed: z.optional(z.boolean()),
}

export const OperatorAct = z.union([
  z.object({ act: z.literal('refund'), order: z.string().check(z.maxLength(64)), words: z.optional(reason) }),
  /** Decides a problem with an order; `refund` in minor units, 0 in the store's favour. */
  z.object({
    act: z.literal('report'),
    report: z.uuid(),
    refund: worth,
    words: z.string().check(z.trim(), z.minLength(1), z.maxLength(REPORT_TEXT_MAX)),
  }),
  z.object({ act: z.literal('suspend'), whom: Trader, reason }),
  z.object({ act: z.literal('unsuspend'), whom: Trader }),
  /** Gives a person rights, or takes all of them (null). */
  z.object({
    act: z.literal('operator'),
    person: z.uuid(),
    rights: z.nullable(z.array(z.enum(operatorRights)).check(z.minLength(1), z.maxLength(operatorRights.length))),
  }),
  /** Removes the second factor, set up at that time (Unix ms), of a person who has lost it and their recovery codes. */
  z.object({ act: z.literal('factor'), person: z.uuid(), confirmedAt: z.number() }),
  z.object({ act: z.literal('rate'), ...rate }),
  /** Several rates at once. */
  z.object({
    act: z.literal('rates'),
    rates: z.array(z.object(rate)).check(z.minLength(1), z.maxLength(RATES_AT_ONCE)),
  }),
  ...Object.values(operatorLimits),
  /** Takes a product or a review off for a reason, or shows it again. */
  z.object({ act: z.literal('bar'), what: z.enum(['goods', 'review']), id: Id, reason }),
  z.object({ act: z.literal('unbar'), what: z.enum(['goods', 'review']), id: Id }),
  z.object({ act: z.literal('application'), decision: operatorDecideApplication.input }),
  z.object({ act: z.literal('loan'), answer: operatorAnswerLoan.input }),
  z.object({ act: z.literal('withdrawal'), decision: operatorDecideWithdrawal.input }),
  /**
   * Collects a coin at the deposit addresses of a chain, to `to`, for `cost` at most (units of `costAsset`), which is
   * worth so much (minor units of the market's currency; null where nobody knows). `bounded`: not into a paying wallet
   * without a cap.
   */
  z.object({
    act: z.literal('sweep'),
    chain: z.string().check(z.maxLength(60)),
    ...{ network: z.enum(networks), asset: z.enum(assets), costAsset: z.enum(assets) },
    to: z.string().check(z.maxLength(100)),
    cost: z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/)),
    worth: z.nullable(worth),
    bounded: z.boolean(),
  }),
])
export type OperatorAct = z.infer<typeof OperatorAct>
export type ActName = OperatorAct['act']
export type ActOf<N extends ActName> = Extract<OperatorAct, { act: N }>

const Waiting = z.object({
  id: z.uuid(),
  act: z.string(),
  /** The act's words, for apps from before `value`. */
  args: openArray(z.string()),
  /** Absent where this app does not know the act. */
  value: openValue(OperatorAct),
  /** The number of the order that it is about. */
  order: z.optional(z.string()),
  /** Whose order, the name of the store or person, and how much is given back or allowed. */
  about: z.optional(
    z.object({
      buyer: z.optional(z.string()),
      whom: z.optional(z.string()),
      money: z.optional(z.object({ amount: z.int(), currency: z.string() })),
      withdrawal: z.optional(
        z.object({
          ...{ asset: z.string(), amount: z.string(), network: z.string(), address: z.string() },
          /** Absent from servers older than signed approvals. */
          fee: z.optional(z.string()),
        }),
      ),
    }),
  ),
  by: z.object({ id: z.uuid(), name: z.string() }),
  at: z.number(),
  until: z.number(),
  /** From when the operator who asked may do it alone, since nobody else could agree (Unix ms); else absent. */
  aloneFrom: z.optional(z.number()),
  right: openEnum(operatorRights),
})
export type WaitingAct = z.infer<typeof Waiting>

/** Acts that wait for a second operator: those that the caller may agree to, and their own. */
export const acts = endpoint({
  method: 'POST',
  path: '/api/operator/acts',
  access: 'operator',
  input: z.object({}),
  output: z.object({ acts: openArray(Waiting) }),
})

/** The entrance code of an operator who was made just now: shown once. */
export const EntranceCode = z.object({ email: z.string(), code: z.string(), minutes: z.int() })
export type EntranceCode = z.infer<typeof EntranceCode>

/**
 * Agrees to an act, or refuses it; one's own can be taken back, and done once it has waited alone. `approval`: the
 * operator's signature, where the act is a withdrawal.
 */
export const decide = endpoint({
  method: 'POST',
  path: '/api/operator/decide',
  access: 'operator',
  input: z.object({ id: z.uuid(), agree: z.boolean(), approval: z.optional(ApprovalSchema) }),
  output: z.object({ acts: openArray(Waiting), entrance: z.optional(EntranceCode) }),
})
