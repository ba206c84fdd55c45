import type { Address } from '../schema/rows.ts'

// The rules of addresses that device and server share, apart from addresses.ts, so that a page can use
// them without carrying the schemas' library.

/** A field of an address that a person writes. */
export type AddressField = 'country' | 'province' | 'city' | 'detail' | 'zip' | 'recipient' | 'mobile'

/** The longest text of each field, as it is typed (the schema leaves room for it sealed). */
export const addressLengths: Record<AddressField, number> = {
  country: 2,
  province: 60,
  city: 100,
  detail: 300,
  zip: 20,
  recipient: 100,
  mobile: 40,
}

/** Without these a parcel does not arrive; not every place has a province or a zip code. */
export const neededFields: readonly AddressField[] = ['recipient', 'mobile', 'country', 'city', 'detail']

/** The default address: the one that was chosen, else the oldest. Null without any. */
export function defaultAddressId(
  chosen: string | null,
  addresses: readonly Pick<Address, 'id' | 'at' | 'deleted'>[],
): string | null {
  const there = addresses.filter((a) => !a.deleted)
  if (there.some((a) => a.id === chosen)) return chosen
  return (
    there.reduce<(typeof there)[number] | null>(
      (first, a) => (first && (first.at < a.at || (first.at === a.at && first.id < a.id)) ? first : a),
      null,
    )?.id ?? null
  )
}
