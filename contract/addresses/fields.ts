// The rules of addresses that device and server share, apart from schema.ts, so that a page can use
// them without carrying the schemas' library.

/**
 * The fields of an address that a person writes, each with its longest text: as it is typed, and as a row has it,
 * sealed. They are declared here alone: schema, columns, seals, forms and guesses are made of this list.
 */
const written = {
  country: { typed: 2, sealed: 300 },
  province: { typed: 60, sealed: 600 },
  city: { typed: 100, sealed: 1200 },
  detail: { typed: 300, sealed: 3000 },
  zip: { typed: 20, sealed: 300 },
  recipient: { typed: 100, sealed: 1200 },
  mobile: { typed: 40, sealed: 300 },
}
/** A field of an address that a person writes. */
export type AddressField = keyof typeof written

/** All of them. */
export const addressFields = Object.keys(written) as AddressField[]

/** Something of each field, by its name. */
export const ofEachField = <T>(of: (field: AddressField) => T): Record<AddressField, T> =>
  Object.fromEntries(addressFields.map((field) => [field, of(field)])) as Record<AddressField, T>

/** The longest text of each field, as it is typed. */
export const addressLengths = ofEachField((field) => written[field].typed)
/** The same of a text that may be sealed. */
export const sealedLengths = ofEachField((field) => written[field].sealed)

/** An address of which nothing is written yet. */
export const blankAddress: Readonly<Record<AddressField, string>> = ofEachField(() => '')

/** Without these a parcel does not arrive; not every place has a province or a zip code. */
export const neededFields: readonly AddressField[] = ['recipient', 'mobile', 'country', 'city', 'detail']

/** The default address: the one that was chosen, else the oldest. Null without any. */
export function defaultAddressId(
  chosen: string | null,
  addresses: readonly { id: string; at: number; deleted: boolean }[],
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
