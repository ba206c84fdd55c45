import * as z from 'zod/mini'
import { billingFields, billingSealedLength, type BillingField } from './billing.ts'

/** The key of a person's only billing details. */
export const BILLING_KEY = 'me'

/** The texts of billing details, each as long as a sealed one may be. */
export const billingTexts = Object.fromEntries(
  billingFields.map((field) => [field, z.string().check(z.maxLength(billingSealedLength(field)))]),
) as Record<BillingField, z.ZodMiniString<string>>

/** How a person's invoices name them: one register row, with '' for each text that they have not given. */
export const Billing = z.object({ id: z.string(), ...billingTexts })
export type Billing = z.infer<typeof Billing>
