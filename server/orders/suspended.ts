import type { Tx } from '../db/tables.ts'
import { refused, type MutationCall, type Verdict } from '../http/handlers.ts'

/** Handlers of mutations, each of which a person whom the operator has suspended is refused; reading goes on. */
export function unlessSuspended<P extends Record<string, (call: MutationCall, payload: never) => Promise<Verdict>>>(
  handlers: P,
  names: readonly (keyof P)[],
): P {
  const kept = names.map((name) => {
    const handle = handlers[name]!
    const checked = async (call: MutationCall, payload: never): Promise<Verdict> => {
      const why = await suspendedFor(call.tx, call.userId)
      return why === null ? handle(call, payload) : refused('suspended', { for: why })
    }
    return [name, checked] as const
  })
  return { ...handlers, ...(Object.fromEntries(kept) as unknown as P) }
}

/** Why somebody is suspended; null when they are not. */
async function suspendedFor(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.selectFrom('users').select('suspended_for').where('id', '=', userId).executeTakeFirst()
  return row?.suspended_for ?? null
}
