import type { Payload } from '#contract/registry.ts'
import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import type { OtherPerson } from '../life/other-person.ts'

/** The person who tries: they have an account, an address and an unpaid order of their own. */
export interface Intruder {
  uid: string
  email: string
  password: string
  token: string
  addressId: string
  order: string
  place: Payload<'order.place'>
}

/**
 * One way of putting another person's ids into a call. `answer`: `own` is accepted and touches only the intruder's own
 * rows; otherwise it is the reason of the refusal.
 */
export interface Trial<I> {
  tried: string
  input(other: OtherPerson, me: Intruder): I
  answer: 'own' | RefusalReason
  /** Tables in which the other's rows may change, because anybody may cause it. */
  may?: string[]
  /** Fields that an accepted answer must have, where no secret text would reveal a leak. */
  answered?: object
}
export type Trials<I> = readonly [Trial<I>, ...Trial<I>[]]

export const nobody = 'names nobody'
export const own = <I>(input: I, tried = nobody): Trial<I> => ({ tried, input: () => input, answer: 'own' })
