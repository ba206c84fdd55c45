import { approvalText, type Approval, type Approved } from '#contract/rules/withdrawal-approval.ts'

const { subtle } = globalThis.crypto
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Whether an operator's signature is right for a withdrawal; false for a key that is no point of P-256. */
export async function isApproved(withdrawal: Approved, { key, signature }: Approval): Promise<boolean> {
  const text = new TextEncoder().encode(approvalText(withdrawal))
  try {
    const point = await subtle.importKey('raw', Buffer.from(key, 'base64'), ECDSA, false, ['verify'])
    return await subtle.verify(ECDSA, point, Buffer.from(signature, 'base64'), text)
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

/** The keys of a list whose signatures are right for a withdrawal, each once. */
export async function approvingKeys(
  withdrawal: Approved,
  approvals: readonly Approval[],
  keys: ReadonlySet<string>,
): Promise<string[]> {
  const right = new Set<string>()
  for (const approval of approvals)
    if (keys.has(approval.key) && (await isApproved(withdrawal, approval))) right.add(approval.key)
  return [...right]
}
