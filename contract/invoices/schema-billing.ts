import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { billingFields } from './billing.ts'
import { BILLING_KEY, billingTexts } from './schema-billing-row.ts'

/** Sets how a person's next invoices name them; the last one wins. Issued papers stay as they are. */
export const billingSet = mutation({
  path: '/api/user/billing',
  tables: ['billing'],
  payload: z.object(billingTexts),
  guest: false,
  sealed: { within: undefined, fields: billingFields },
  lanes: () => ['billing'],
  keys: () => [`billing/${BILLING_KEY}`],
  coalesce: (_earlier, later) => later,
})
