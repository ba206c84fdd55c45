import type { Tx } from '../../db/tables/tables.ts'
import { refused, type ActingStore, type MutationCall, type Verdict } from '../../http/handlers.ts'

type Handler = (call: never, payload: never) => Promise<Verdict>

/**
 * Handlers of mutations, each of which a person whom the operator has suspended is refused, for themselves or for a
 * store; reading goes on, and so does what buyers are owed.
 */
export function unlessSuspended<P extends Record<string, Handler>>(handlers: P, names: readonly (keyof P)[]): P {
  const kept = names.map((name) => {
    const handle = handlers[name]!
    const checked = async (call: MutationCall & { store?: ActingStore }, payload: never): Promise<Verdict> => {
      const why = await suspendedFor(call.tx, call.store?.by ?? call.userId)
      return why === null ? handle(call as never, payload) : refused('suspended', { for: why })
    }
    return [name, checked] as const
  })
  return { ...handlers, ...(Object.fromEntries(kept) as unknown as P) }
}

/** Why somebody is suspended; null when they are not. */
export async function suspendedFor(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.selectFrom('users').select('suspended_for').where('id', '=', userId).executeTakeFirst()
  return row?.suspended_for ?? null
}
