import { billingFields, billingText } from '#contract/invoices/billing.ts'
import { billingChange } from '../invoices/billing-change.ts'
import { setAvatar } from '../files/set-avatar.ts'
import { refused, type MutationsFor } from '../http/handlers.ts'

/** A person's changes of their account through the outbox: their picture, and their billing details. */
export const ownMutations: MutationsFor<'avatar.set' | 'billing.set'> = {
  'avatar.set': async (call, payload) => {
    const set = await setAvatar(call, call.userId, payload)
    return 'reason' in set ? { kind: 'refused', refusal: set } : { kind: 'accepted', rows: [set] }
  },
  'billing.set': async ({ tx, userId, rev }, payload) => {
    const [company, taxNumber, address] = billingFields.map((field) => billingText(field, payload[field]))
    if (company === undefined || taxNumber === undefined || address === undefined)
      return refused('invalid', { path: billingFields[[company, taxNumber, address].indexOf(undefined)]! })
    const texts = { company, tax_number: taxNumber, address, rev }
    await tx
      .insertInto('billing_details')
      .values({ user_id: userId, ...texts })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(texts))
      .execute()
    return { kind: 'accepted', rows: [billingChange(texts)] }
  },
}
