import { audit, type Actor } from '../audit/audit.ts'
import type { Beside } from './decide.ts'

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
