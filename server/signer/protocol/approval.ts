import { APPROVAL_ALGORITHM, approvalText, type Approval, type Approved } from '#contract/withdrawals/approval.ts'
import { DAY_MS } from './limits.ts'

const { subtle } = globalThis.crypto

/** Whether an operator's signature is valid for a withdrawal; false if the key is not a point of P-256. */
export async function isApproved(withdrawal: Approved, { key, signature, at }: Approval): Promise<boolean> {
  const text = new TextEncoder().encode(approvalText(withdrawal, at))
  try {
    const point = await subtle.importKey('raw', Buffer.from(key, 'base64'), APPROVAL_ALGORITHM, false, ['verify'])
    return await subtle.verify(APPROVAL_ALGORITHM, point, Buffer.from(signature, 'base64'), text)
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** How long a signature counts (ms): longer than a withdrawal waits, and not for ever if it was never sent. */
const COUNTS_MS = 7 * DAY_MS

/** The distinct operators of these keys with a valid signature under a withdrawal. `now` is Unix ms. */
export async function approvingOperators(
  withdrawal: Approved,
  approvals: readonly Approval[],
  operators: ReadonlyMap<string, string>,
  now: number,
): Promise<string[]> {
  const names = new Set<string>()
  for (const approval of approvals) {
    const name = operators.get(approval.key)
    const isCurrent = approval.at > now - COUNTS_MS && approval.at < now + DAY_MS
    if (name !== undefined && isCurrent && (await isApproved(withdrawal, approval))) names.add(name)
  }
  return [...names]
}
