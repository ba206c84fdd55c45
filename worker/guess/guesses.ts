import type { MutationName } from '#contract/registry.ts'
import type { UserRows, UserTable } from '#contract/schema/rows.ts'
import { addressGuesses } from './addresses.ts'
import { cartGuesses } from './cart.ts'
import { avatarGuesses } from './avatar.ts'
import type { GuessContext, GuessesFor } from './guess.ts'
import { ownListGuesses } from './own-lists.ts'
import { messageGuesses } from './messages.ts'
import { orderGuesses } from './orders.ts'
import { reviewGuesses } from './reviews.ts'
import { registerGuesses } from './registers.ts'

type Row = UserRows[UserTable] | null

const guesses: GuessesFor<MutationName> = {
  ...addressGuesses,
  ...cartGuesses,
  ...ownListGuesses,
  ...avatarGuesses,
  ...messageGuesses,
  ...orderGuesses,
  ...registerGuesses,
  ...reviewGuesses,
}

/** Every mutation's guess with its types erased, for the fold, which looks the name up itself. */
export const guess = guesses as unknown as Record<
  MutationName,
  (row: Row, payload: unknown, context: GuessContext) => Row
>
