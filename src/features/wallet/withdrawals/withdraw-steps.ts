import type { WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import type { WithdrawMethod, Withdrawing } from '../use-withdrawing.ts'

// The values that pass between the steps of a withdrawal. The form makes a checked withdrawal, and the review asks for
// it or leads back to the form.

/** The contents of the form; `asked` is the id under which they are asked for, with those contents. */
export interface WithdrawDraft {
  address: string
  amount: string
  asked?: { id: string; of: string }
}

/** The faults of the form's fields, in words. */
export type FormFaults = Partial<Record<'address' | 'amount', string>>

/** A checked withdrawal: a canonical address with the earlier one that it can be mistaken for, and units. */
export interface CheckedWithdrawal {
  address: string
  units: bigint
  lookalike: string | undefined
}

/** The contents of the review, and the ways out of it. */
export interface ReviewProps {
  method: WithdrawMethod
  withdrawing: Withdrawing
  /** Units. */
  balance: bigint
  /** The person's withdrawals, the latest first. */
  items: readonly WithdrawalItem[]
  review: CheckedWithdrawal & { id: string }
  /** Goes back to the form, which shows these faults. */
  onEdit(faults?: FormFaults): void
  onAsked(): void
}

/** The same for the proof; `settling` while the fee has just changed: a press may be meant for the amount before. */
export interface ProofProps extends ReviewProps {
  settling: boolean
}
