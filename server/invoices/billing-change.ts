import { sql } from 'kysely'
import type { Change } from '#contract/sync/schema-changes.ts'
import { BILLING_KEY } from '#contract/invoices/schema-billing-row.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

interface BillingRow {
  company: string
  tax_number: string
  address: string
  rev: number
}

/** A person's billing details as their feed carries them. */
export const billingChange = ({ company, tax_number: taxNumber, address, rev }: BillingRow): Change => ({
  table: 'billing',
  key: BILLING_KEY,
  rev,
  row: { id: BILLING_KEY, company, taxNumber, address },
})

/** A person's billing details, if they gave any. */
export async function readBilling(db: Db | Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const { rows } = await sql<BillingRow>`
    select company, tax_number, address, rev from billing_details where user_id = ${userId}::uuid
      and ${isChosen(choice, 'billing', { rev: sql`rev`, key: sql.lit(BILLING_KEY) })}`.execute(db)
  return rows.map(billingChange)
}
