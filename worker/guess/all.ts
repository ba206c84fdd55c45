import { personMutations } from '#contract/person-mutations.ts'
import type { PersonMutationName } from '#contract/registry.ts'
import { addressGuesses } from './addresses.ts'
import { avatarGuesses } from './avatar.ts'
import { billingGuesses } from './billing.ts'
import type { GuessesFor } from './guess.ts'
import { knowsAll, learn } from './known.ts'
import { loanGuesses } from './loans.ts'
import { merchantGuesses } from './merchants.ts'
import { messageGuesses } from './messages.ts'
import { orderProblemGuesses } from './reports.ts'
import { orderGuesses } from './orders.ts'
import { ownListGuesses } from './own-lists.ts'
import { quoteGuesses } from './quotes.ts'
import { rechargeGuesses } from './deposits.ts'
import { reviewGuesses } from './reviews.ts'

// Importing this module makes every mutation known. The start of a worker does without it (known.ts).

const personGuesses: GuessesFor<PersonMutationName> = {
  ...addressGuesses,
  ...avatarGuesses,
  ...billingGuesses,
  ...loanGuesses,
  ...merchantGuesses,
  ...messageGuesses,
  ...orderGuesses,
  ...orderProblemGuesses,
  ...ownListGuesses,
  ...quoteGuesses,
  ...rechargeGuesses,
  ...reviewGuesses,
}
learn(personMutations, personGuesses)
knowsAll()

export { guessOf, isKnownMutation, knownMutation } from './known.ts'
