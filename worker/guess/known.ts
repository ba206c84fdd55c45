import { visitorMutations, type MutationName } from '#contract/registry.ts'
import type { Mutation } from '#contract/wire/mutation.ts'
import type { UserRows, UserTable } from '#contract/sync/schema-rows.ts'
import { cartGuesses } from './cart.ts'
import type { GuessContext } from './guess.ts'
import { registerGuesses } from './registers.ts'

// A worker starts with the mutations of a visit and their guesses; all.ts adds the others. A module that a start
// imports takes them from here, and gets `NotKnownYet` when it has to wait. A module that is loaded later imports
// all.ts.

type Row = UserRows[UserTable] | null
type Guess = (row: Row, payload: unknown, context: GuessContext) => Row

const mutations: Record<string, Mutation> = {}
const guesses: Record<string, Guess> = {}
let whole = false

/** A mutation was asked for that a start does not carry; `knowAll` loads it. */
export class NotKnownYet extends Error {
  override name = 'NotKnownYet'
}

/** Adds a world of mutations, with the guess of each. Their types are erased, as the fold looks a name up itself. */
export function learn(more: Record<string, unknown>, theirGuesses: Record<keyof typeof more, unknown>): void {
  Object.assign(mutations, more)
  Object.assign(guesses, theirGuesses)
}
learn(visitorMutations, { ...cartGuesses, ...registerGuesses })

/** Says that all mutations are loaded: from now on an unknown name is no mutation of this program. */
export function knowsAll(): void {
  whole = true
}

/** Whether a mutation of this name can be looked up at once; one that cannot may still be none at all. */
export const isKnown = (name: string): boolean => whole || Object.hasOwn(mutations, name)

/**
 * Narrows an unknown string to a mutation's name.
 *
 * @throws NotKnownYet when it may be the name of one that is not loaded.
 */
export function isKnownMutation(name: string): name is MutationName {
  if (!isKnown(name)) throw new NotKnownYet(name)
  return Object.hasOwn(mutations, name)
}

/**
 * The mutation of a name, its payload of whichever shape.
 *
 * @throws NotKnownYet
 */
export const knownMutation = (name: MutationName): Mutation => (isKnownMutation(name), mutations[name]!)

/**
 * The guess of a mutation: the row as it leaves it until the server answers.
 *
 * @throws NotKnownYet
 */
export const guessOf = (name: MutationName): Guess => (isKnownMutation(name), guesses[name]!)
