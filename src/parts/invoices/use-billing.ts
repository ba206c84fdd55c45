import { billingFields, type BillingField } from '#contract/invoices/billing.ts'
import { billing } from '#localdb/queries/billing.ts'
import { useLive } from '../../data/use-live.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'

/** How a person's invoices name them; a text is '' where they have given none. */
export type BillingTexts = Record<BillingField, string>

/** The person's own billing details, decrypted; undefined until the device has opened them. */
export function useBilling(): BillingTexts | undefined {
  const opened = useUnsealed(useLive(billing, []), 'billing')
  if (!opened) return undefined
  const [row] = opened
  return Object.fromEntries(billingFields.map((field) => [field, row?.[field] ?? ''])) as BillingTexts
}
