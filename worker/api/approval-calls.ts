import type { Approval, Approved } from '#contract/withdrawals/approval.ts'

/** How an operator's device signs agreements to withdrawals. */
export interface ApprovalCalls {
  /** The public half of the person's approval key on this device (base64), created on request; null without one. */
  'approval.key': { in: { make: boolean }; out: { key: string | null } }
  /** Signs a withdrawal with that key, as it is shown; not without a key or for an unsupported coin. */
  'approval.sign': { in: Record<keyof Approved, string>; out: { approval?: Approval } }
}
