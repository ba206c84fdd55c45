import { useSearch } from 'wouter'
import { ownPath } from '../../../links/own-path.ts'

/** The path of the payment to return to after a top-up, from the `back` parameter; undefined without one. */
export const usePayment = (): string | undefined =>
  ownPath(new URLSearchParams(useSearch()).get('back'), location.origin)
