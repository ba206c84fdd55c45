import type { UnknownValue } from '../wire/open.ts'

/**
 * States of a withdrawal. `waiting`: its address is new, and the person has time to stop it. `review`: operators have
 * to agree. `queued`: it is sent next. `sent`: its transaction is signed and stored, and on its way. `done`: its
 * network has confirmed it. `cancelled`: by the person, or by a mail's link. `refused`: by an operator. `returned`: its
 * transaction can never be confirmed. After the last three its amount is back in the balance.
 */
export const withdrawalStates = [
  'waiting',
  'review',
  'queued',
  'sent',
  'done',
  'cancelled',
  'refused',
  'returned',
] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** The states that can follow each. */
const following: Record<WithdrawalState, readonly WithdrawalState[]> = {
  waiting: ['review', 'queued', 'cancelled', 'refused'],
  review: ['queued', 'sent', 'cancelled', 'refused'],
  queued: ['review', 'sent', 'cancelled', 'refused'],
  sent: ['done', 'returned'],
  done: [],
  cancelled: [],
  refused: [],
  returned: [],
}

/** Whether a withdrawal can go from one state to another. */
export const canMove = (from: WithdrawalState, to: WithdrawalState): boolean => following[from].includes(to)

/** Whether its person can still cancel a withdrawal; false for a state that this app does not know. */
export const canCancel = (state: WithdrawalState | UnknownValue): boolean =>
  withdrawalStates.some((one) => one === state && canMove(one, 'cancelled'))

/** Whether a withdrawal holds its amount; a state that this app does not know holds it. */
export const holdsAmount = (state: WithdrawalState | UnknownValue): boolean =>
  !withdrawalStates.some((one) => one === state && following[one].length === 0)

/** The most withdrawals that one person asks for in 24 hours. */
export const WITHDRAWALS_A_DAY = 20

/** How long nothing can be withdrawn after a password or a second factor was changed (ms). */
export const HELD_AFTER_CHANGE_MS = 86_400_000

/** The longest reason of an operator (characters). */
export const WITHDRAWAL_REASON_MAX = 500
