import type { StoreMutationName } from '#contract/registry.ts'
import { restIn, taxesAfter, zonesAfter, zonesWithout } from '#contract/shipping/zones.ts'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import type { GuessesFor } from '../guess.ts'

type Terms = NonNullable<StoreNotice['terms']>

/** The row with other terms; unchanged where the server has not sent them yet. */
const stated = (row: StoreNotice | null, change: (terms: Terms) => Partial<Terms>): StoreNotice | null =>
  row?.terms ? { ...row, terms: { ...row.terms, ...change(row.terms) } } : row

/** The guesses for where a store ships to, and its taxes by country, until the server answers. */
export const shippingGuesses: GuessesFor<Extract<StoreMutationName, 'store.zone' | 'store.zoneEnd' | 'store.taxes'>> = {
  'store.zone': (row, p) =>
    stated(row, ({ zones = [] }) => {
      const after = zonesAfter(zones, p)
      // The server refuses zones that cannot be.
      return typeof after === 'string' ? {} : { zones: after }
    }),
  'store.zoneEnd': (row, p) =>
    stated(row, ({ zones = [] }) => {
      const left = zonesWithout(zones, p)
      return left === 'zoneLast' ? {} : { zones: left }
    }),
  'store.taxes': (row, { taxes }) =>
    stated(row, (terms) => {
      const rest = restIn(taxes)
      return {
        taxes: taxesAfter(terms.taxes ?? {}, taxes),
        ...(rest && { taxBasisPoints: rest.rate, taxIncluded: rest.included }),
      }
    }),
}
