import type { OperatorRight } from '#contract/wire/operator-rights.ts'
import type { Db, Tx } from '../db/tables/tables.ts'

/** Operators who have entered and may act; a suspended one may not. */
export const acting = (db: Db | Tx) =>
  db
    .selectFrom('operators as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.user_id', 'o.rights', 'u.email', 'u.language', 'u.username'])
    .where('o.entered_at', 'is not', null)
    .where('u.suspended_for', 'is', null)
    .execute()

export type Acting = Awaited<ReturnType<typeof acting>>[number]

/** Those of some operators who have a right; all of them where nobody has it. */
export function holding(all: readonly Acting[], right: OperatorRight): readonly Acting[] {
  const holders = all.filter(({ rights }) => rights.includes(right))
  return holders.length > 0 ? holders : all
}
