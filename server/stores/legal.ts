import type { Payload } from '#contract/registry.ts'
import { legalText, type LegalField } from '#contract/invoices/legal.ts'
import { noticeNow } from './feed/change.ts'
import { refused, type StoreMutationCall, type Verdict } from '../http/handlers.ts'

/** Sets how a store's next papers name its business. */
export async function setLegal(call: StoreMutationCall, p: Payload<'store.legal'>): Promise<Verdict> {
  const given: { [F in LegalField]?: string } = {}
  for (const [field, text] of Object.entries(p) as [LegalField, string | undefined][]) {
    if (text === undefined) continue
    const clean = legalText(field, text)
    if (clean === undefined) return refused('invalid', { path: field })
    given[field] = clean
  }
  const { name, address, taxNumber, prefix } = given
  const change = {
    ...(name !== undefined && { legal_name: name }),
    ...(address !== undefined && { legal_address: address }),
    ...(taxNumber !== undefined && { tax_number: taxNumber }),
    ...(prefix !== undefined && { invoice_prefix: prefix }),
  }
  return { kind: 'accepted', rows: await noticeNow(call, change) }
}
