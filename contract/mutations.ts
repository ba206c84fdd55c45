import type { Mutation } from './wire/mutation.ts'
import { personMutations } from './person-mutations.ts'
import { visitorMutations, type MutationName } from './registry.ts'
import { storeMutations } from './store-mutations.ts'

/** Every mutation that works, by name. A device never imports it: it would carry all worlds. */
export const mutations = { ...visitorMutations, ...personMutations, ...storeMutations } as const

/** The mutation of a name, its payload of whichever shape: for code that treats all of them alike. */
export const mutationOf = (name: MutationName): Mutation => mutations[name] as unknown as Mutation

/** Narrows an unknown string to a mutation's name. */
export const isMutationName = (name: string): name is MutationName => Object.hasOwn(mutations, name)
