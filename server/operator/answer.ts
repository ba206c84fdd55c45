import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import { Cannot } from '../texts/cannot.ts'

/** The reason why a command is not carried out, in words for the operator. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  /** The same as a screen says it in its language; absent where only these words say it. */
  readonly refusal: OwnRefusal | undefined
  /** The same in words of each language; absent where no screen asks for it so that it could come to this. */
  readonly why: Cannot | undefined

  constructor(message: string, refusal?: OwnRefusal, why?: Cannot) {
    super(message)
    this.refusal = refusal
    this.why = why
  }
}

/** The error for a reason that a screen shows in its language. */
export function cannot(...args: ConstructorParameters<typeof Cannot>): OperatorError {
  const why = new Cannot(...args)
  return new OperatorError(why.message, undefined, why)
}

/** Throws unless a text is a whole number from 1 (or `least`) to what the database's ids and counts can hold. */
export function wholeNumber(text: string | undefined, what: string, least = 1): number {
  const value = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!(value >= least && value <= 2_147_483_647))
    throw new OperatorError(`${what} is a whole number from ${least}${text === undefined ? '' : `, not “${text}”`}.`)
  return value
}
