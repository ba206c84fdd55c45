import { BILLING_KEY } from '#contract/invoices/schema-billing-row.ts'
import type { GuessesFor } from './guess.ts'

export const billingGuesses: GuessesFor<'billing.set'> = {
  // The texts are sealed, and stay so.
  'billing.set': (_row, p) => ({ id: BILLING_KEY, ...p }),
}
