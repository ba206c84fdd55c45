import type { StoreMutationName } from '#contract/registry.ts'
import { cleanName } from '#contract/merchants/rules.ts'
import { zonesWithoutAmounts } from '#contract/shipping/zones.ts'
import { blankLegal } from '#contract/invoices/legal.ts'
import { textsAfter } from '#contract/text/texts-after.ts'
import type { StoreNotice } from '#contract/sync/schema-store-rows.ts'
import { picturesOf } from './products.ts'
import type { GuessesFor } from '../guess.ts'

type Terms = NonNullable<StoreNotice['terms']>
type Profile = NonNullable<StoreNotice['profile']>

/** The row with another profile; as it is where the server has not said one yet. */
const introduced = (row: StoreNotice | null, change: (now: Profile) => Partial<Profile>): StoreNotice | null =>
  row?.profile ? { ...row, profile: { ...row.profile, ...change(row.profile) } } : row

/** A store's profile, currency and legal details before the server has spoken. */
export const profileGuesses: GuessesFor<
  Extract<StoreMutationName, 'store.rename' | 'store.profile' | 'store.currency' | 'store.legal'>
> = {
  'store.rename': (row, { name }) => introduced(row, () => ({ name: cleanName(name) })),
  'store.profile': (row, { description, logo, area }) =>
    introduced(row, (now) => ({
      description: textsAfter(now.description, description),
      ...(logo !== undefined && { logo: picturesOf([], logo === null ? [] : [logo])[0] ?? null }),
      ...(area !== undefined && { area }),
    })),
  'store.currency': (row, { currency }) =>
    row?.terms && row.terms.currency !== currency
      ? { ...row, terms: { ...row.terms, currency, shipping: 0, least: leastIn(row.terms), ...zonesIn(row.terms) } }
      : row,
  // The form sends what the server will keep, and only fields that are set (read-legal.ts).
  'store.legal': (row, p) => row && { ...row, legal: Object.assign({ ...blankLegal }, row.legal, p) },
}

/** Zones after a change of currency; a row of an older server says none. */
const zonesIn = ({ zones }: Terms): Pick<Terms, 'zones'> => (zones ? { zones: zonesWithoutAmounts(zones) } : {})

/** A least order after a change of currency: pieces remain, money does not. */
const leastIn = ({ least }: Terms): { pieces?: number } => (least?.pieces === undefined ? {} : { pieces: least.pieces })
