import type { Billing } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../read.ts'

/** The person's billing details, sealed: at most one row. */
export async function billing({ user }: Readers): Promise<Billing[]> {
  return (await user.billing.toArray()).flatMap(({ shown }) => shown ?? [])
}
