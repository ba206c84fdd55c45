import { nextLoanState, type LoanEvent } from '#contract/loans/rules.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import type { LoanRow } from './change.ts'
import { notify } from '../messages/notify.ts'

/** The operator's answer: an offer with its figures, or (without) a refusal; the words are the operator's. */
export interface LoanDecision {
  offer?: { amount: number; months: number; rate: number; until: Date }
  note: string
}

/** The kinds of the messages to an applicant about events that are not their own. */
const noticeKinds = { offer: 'loanOffered', refuse: 'loanRefused', expire: 'loanExpired' } as const

/**
 * Moves an application of the transaction's owner on, and tells them what they did not do themselves; the caller has
 * read it in this transaction and seen that the event can happen. `at` is Unix ms. Returns it as it now is.
 */
export async function moveLoan(
  call: OwnerCall,
  loan: LoanRow,
  event: LoanEvent,
  at: number,
  answer?: LoanDecision,
): Promise<LoanRow> {
  const state = nextLoanState(loan.state, event)
  if (state === undefined) throw new Error(`An application that is ${loan.state} cannot ${event}`)
  const now = new Date(at)
  const moved = await call.tx
    .updateTable('loans')
    .set({
      state,
      rev: call.rev,
      ...(answer && {
        note: answer.note,
        answered_at: now,
        offer_amount: answer.offer?.amount ?? null,
        offer_months: answer.offer?.months ?? null,
        offer_rate: answer.offer?.rate ?? null,
        until: answer.offer?.until ?? null,
      }),
      ...(state !== 'offered' && { ended_at: now }),
    })
    .where('user_id', '=', loan.user_id)
    .where('id', '=', loan.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (event in noticeKinds)
    await notify(call, loan.user_id, {
      kind: noticeKinds[event as keyof typeof noticeKinds],
      subject: { kind: 'loan', id: loan.id },
      values: { amount: moved.offer_amount ?? moved.amount, currency: moved.currency },
      at,
    })
  return moved
}
