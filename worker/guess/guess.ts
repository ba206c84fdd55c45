import type { MutationName, Payload, TableOf } from '#contract/registry.ts'
import type { UserRows } from '#contract/schema/rows.ts'

/** What a guess knows besides the row and the payload: the row's key, and when the person acted (Unix ms). */
export interface GuessContext {
  key: string
  at: number
}

/** What each mutation looks like before the server has spoken: a pure function of row and payload. */
export type GuessesFor<N extends MutationName> = {
  [K in N]: (
    row: UserRows[TableOf<K>] | null,
    payload: Payload<K>,
    context: GuessContext,
  ) => UserRows[TableOf<K>] | null
}
