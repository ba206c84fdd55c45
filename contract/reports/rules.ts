import type { Open } from '../wire/open.ts'
import { leavesBy, type Holiday } from '../shipping/terms.ts'

// Problems with a line of an order, as a table like the order's own (orders/stages.ts). Apart from the schemas, so that
// a page can read it without carrying their library.

export const problems = ['damaged', 'missing', 'wrong'] as const
export type Problem = (typeof problems)[number]
/** The wishes of a buyer who reports a problem. */
export const wishes = ['refund', 'replacement', 'talk'] as const
export type ReportWish = (typeof wishes)[number]

export const reportStates = [
  'open',
  'offered',
  'replacing',
  'declined',
  'escalated',
  'refunded',
  'replaced',
  'closed',
] as const
export type ReportState = (typeof reportStates)[number]

/** The events that can happen to a report, and who causes each: docs/order-stages.md shows these texts. */
export const reportEvents = {
  offer: 'the store: a refund of some or all',
  replace: 'the store: a parcel in its place',
  decline: 'the store: no, in words',
  accept: 'the buyer',
  escalate:
    'the buyer, or the clock when the store is silent for 3 days (its holiday apart) or its offer can no longer be paid',
  withdraw: 'the buyer, or the clock when the buyer is silent for 7 days',
  grant: 'the operator: a refund of some or all',
  dismiss: "the operator: in the store's favour",
} as const
export type ReportEvent = keyof typeof reportEvents

/** The table: where each event leads from each state. An event that is not in it cannot happen. */
export const reportTable: Readonly<Record<ReportState, Partial<Record<ReportEvent, ReportState>>>> = {
  open: { offer: 'offered', replace: 'replacing', decline: 'declined', escalate: 'escalated', withdraw: 'closed' },
  offered: { offer: 'offered', accept: 'refunded', decline: 'declined', escalate: 'escalated', withdraw: 'closed' },
  replacing: { offer: 'offered', accept: 'replaced', escalate: 'escalated', withdraw: 'closed' },
  declined: { offer: 'offered', replace: 'replacing', escalate: 'escalated', withdraw: 'closed' },
  escalated: { offer: 'offered', withdraw: 'closed', grant: 'refunded', dismiss: 'closed' },
  refunded: {},
  replaced: {},
  closed: {},
}

/** Where an event leads; undefined when it cannot happen in that state, or the state is not known here. */
export const nextReport = (state: Open<ReportState>, event: ReportEvent): ReportState | undefined =>
  (reportTable as Partial<Record<string, (typeof reportTable)[ReportState]>>)[state]?.[event]

/** Whether a report waits for somebody's word. */
export const isOpenReport = (state: Open<ReportState>): boolean =>
  Object.keys((reportTable as Partial<Record<string, object>>)[state] ?? {}).length > 0

/** The buyer's answers to the store; the last one takes the report back. */
export const replies = ['accept', 'escalate', 'withdraw'] as const
export type Reply = (typeof replies)[number]

/** The time after the receipt of a parcel in which a problem with it can be reported (ms). */
export const REPORT_WITHIN = 7 * 86_400_000
const DAY = 86_400_000
/** The time that a store has to answer, before the problem goes to the operator (ms), its holiday not counted. */
export const ANSWER_WITHIN = 3 * DAY
/** The longest part of a holiday for which a buyer's problem waits (ms). */
export const HOLIDAY_WAIT_MAX = 14 * DAY
/**
 * The time that a buyer has to answer, before an offer or a replacement counts as accepted, or a declined report as
 * withdrawn (ms).
 */
export const REPLY_WITHIN = 7 * 86_400_000

/** The largest number of reports of an order, and of pictures and characters of a report. */
export const REPORTS_MAX = 20
export const REPORT_PICTURES_MAX = 6
export const REPORT_TEXT_MAX = 1000

/** The time by which a store is to answer a problem that was reported at `turnAt` (Unix ms). */
export const answerBy = (turnAt: number, holiday: Holiday | null | undefined): number =>
  Math.min(leavesBy(turnAt, ANSWER_WITHIN / DAY, holiday), turnAt + ANSWER_WITHIN + HOLIDAY_WAIT_MAX)

/** Whether a problem with a parcel can still be reported. */
export const mayReport = (parcel: { receivedAt: number | null }, now: number): boolean =>
  parcel.receivedAt === null || now <= parcel.receivedAt + REPORT_WITHIN
