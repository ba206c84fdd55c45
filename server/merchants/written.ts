import { audit, type Actor } from '../audit/audit.ts'
import type { Tx } from '../db/tables/tables.ts'
import type { Application } from './application.ts'

/** Does what belongs to the same transaction, such as writing down who decided. */
export type Beside = (tx: Tx, before: Application, after: Application) => Promise<void>

/** Writes a decision down, in its own transaction. */
export const written =
  (actor: Actor, act: string): Beside =>
  (tx, before, after) =>
    audit(tx, {
      ...actor,
      what: `application.${act}`,
      subject: `application:${after.id}`,
      before: { state: before.state },
      after: { state: after.state, asked: after.asked, reason: after.reason, storeId: after.store_id },
    })
