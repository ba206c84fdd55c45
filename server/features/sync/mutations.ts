import type { MutationName } from '#contract/registry.ts'
import type { MutationCall, MutationsFor, Verdict } from '../../http/handlers.ts'
import { cartMutations } from '../cart.ts'
import { favouriteMutations } from '../favourites.ts'
import { followMutations } from '../follows.ts'

const handlers: MutationsFor<MutationName> = { ...cartMutations, ...favouriteMutations, ...followMutations }

/** Every mutation's handler with its types erased; the payload has been parsed with the mutation's own schema. */
export const mutationHandlers = handlers as unknown as Record<MutationName, (call: MutationCall, payload: unknown) => Promise<Verdict>>
