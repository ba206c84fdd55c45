import type { Open } from '../wire/open.ts'
import { PROMISES } from '../market/promises.ts'

// The life of an application to sell here, as a table that the server obeys and the screens show. A draft is the
// device's alone.
//
//   draft ─▶ submitted ─▶ inReview ─▶ approved
//               ▲  │         │   └───▶ refused ─▶ (a new one)
//               │  └────┬────┘
//               └── changes

export const applicationStates = ['submitted', 'inReview', 'changes', 'approved', 'refused'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** The events that can happen to an application: the person submits; the operator does the others. */
export type ApplicationEvent = 'submit' | 'take' | 'ask' | 'approve' | 'refuse'

const table: Record<ApplicationState, Partial<Record<ApplicationEvent, ApplicationState>>> = {
  submitted: { take: 'inReview', ask: 'changes', approve: 'approved', refuse: 'refused' },
  inReview: { ask: 'changes', approve: 'approved', refuse: 'refused' },
  changes: { submit: 'submitted', refuse: 'refused' },
  approved: {},
  refused: {},
}

/** The state that follows; undefined when the event cannot happen in that state, or the state is not known here. */
export const nextApplicationState = (
  state: Open<ApplicationState>,
  event: ApplicationEvent,
): ApplicationState | undefined =>
  (table as Partial<Record<string, Partial<Record<ApplicationEvent, ApplicationState>>>>)[state]?.[event]

/** When the answer to an application is due (Unix ms): as it was promised when it was sent. */
export const reviewDue = ({ at, dueAt }: { at: number; dueAt?: number | null | undefined }): number =>
  dueAt ?? at + PROMISES.reviewMost * 3_600_000

/** Whether the market owes an answer that it has promised; times in Unix ms. */
export const isReviewLate = (
  sent: { state: Open<ApplicationState>; at: number; dueAt?: number | null | undefined },
  now: number,
): boolean => (sent.state === 'submitted' || sent.state === 'inReview') && now > reviewDue(sent)
