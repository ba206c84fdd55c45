import { LEGAL_MAX, legalText, type LegalField, type StoreLegal } from '#contract/invoices/legal.ts'
import type { Payload } from '#contract/registry.ts'

export const legalFields = Object.keys(LEGAL_MAX) as LegalField[]

/** The change to send for legal details as they were typed, or the fields that cannot be kept. */
export function readLegal(
  draft: StoreLegal,
  before: StoreLegal,
): { faults: ReadonlySet<LegalField>; change: Payload<'store.legal'> | undefined } {
  const faults = new Set<LegalField>()
  const change: { [F in LegalField]?: string } = {}
  for (const field of legalFields) {
    const text = legalText(field, draft[field])
    if (text === undefined) faults.add(field)
    // Only what was changed is sent: another owner may be writing another field.
    else if (text !== before[field]) change[field] = text
  }
  return { faults, change: faults.size > 0 || Object.keys(change).length === 0 ? undefined : change }
}
