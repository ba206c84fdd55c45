import { sql, type RawBuilder } from 'kysely'
import type { OperatorAct } from '#contract/operator/schema-acts.ts'
import type { Db } from '../db/tables/tables.ts'

const memberOf = (store: string, by: string) => sql`exists (select from store_members m
  where m.store_id = ${sql.ref(store)} and m.user_id = ${by}::uuid and m.ended_at is null)`

/** A query that finds a row where an act is about its operator; undefined for acts that no operator does alone. */
function ownCase(act: OperatorAct, by: string): RawBuilder<object> | undefined {
  switch (act.act) {
    case 'refund':
      return sql`select 1 from orders o where o.id = ${act.order}
        and (o.user_id = ${by}::uuid or ${memberOf('o.store_id', by)})`
    case 'report':
      return sql`select 1 from order_reports r join orders o on o.id = r.order_id where r.id = ${act.report}::uuid
        and (o.user_id = ${by}::uuid or ${memberOf('o.store_id', by)})`
    case 'bar':
    case 'unbar':
      return act.what === 'goods'
        ? sql`select 1 from products p where p.id = ${act.id}::int and ${memberOf('p.store_id', by)}`
        : sql`select 1 from reviews r where r.id = ${act.id}::int
          and (r.user_id = ${by}::uuid or ${memberOf('r.store_id', by)})`
    case 'application':
      return sql`select 1 from merchant_applications a where a.id = ${act.decision.id}::uuid
        and a.user_id = ${by}::uuid and ${act.decision.act} <> 'take'`
    case 'withdrawal':
      return sql`select 1 from withdrawals w where w.id = ${act.decision.id}::uuid
        and (w.asked_by = ${by}::uuid or ${memberOf('w.store_id', by)})`
    case 'loan':
      return sql`select 1 from loans l where l.id = ${act.answer.id}::uuid and l.user_id = ${by}::uuid`
    default:
      return undefined
  }
}

/** Whether an operator is the buyer, author, applicant or store of an act: nobody decides their own case alone. */
export async function isOwnCase(db: Db, act: OperatorAct, by: string): Promise<boolean> {
  const query = ownCase(act, by)
  return query !== undefined && (await query.execute(db)).rows.length > 0
}
