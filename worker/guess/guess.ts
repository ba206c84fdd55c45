import type { MutationName, Payload, TableOf } from '#contract/registry.ts'
import type { UserRows } from '#contract/sync/schema-rows.ts'

/** The context of a guess besides the row and the payload: the row's key, and when the person acted (Unix ms). */
export interface GuessContext {
  key: string
  at: number
}

/** The row as each mutation leaves it until the server answers: a pure function of row, payload and context. */
export type GuessesFor<N extends MutationName> = {
  [K in N]: (
    row: UserRows[TableOf<K>] | null,
    payload: Payload<K>,
    context: GuessContext,
  ) => UserRows[TableOf<K>] | null
}
