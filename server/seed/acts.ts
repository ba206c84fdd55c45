import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import type { Mutations } from '../sync/outcomes.ts'
import type { MutationCall } from '../http/handlers.ts'

/** Carries out changes of one of the demo's people, each as it was so long before now (ms). */
export const actAs =
  (db: Db, mutations: Mutations, userId: string, now: number) =>
  async (name: keyof Mutations, payload: unknown, ago: number): Promise<void> => {
    const verdict = await ownerTransaction(db, userId, (call) =>
      mutations[name]({ ...call, userId, now: () => now - ago } satisfies MutationCall, payload),
    )
    if (verdict.kind !== 'accepted') throw new Error(`The demo's ${name} was refused: ${verdict.refusal.reason}`)
  }
