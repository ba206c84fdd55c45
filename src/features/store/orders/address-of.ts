import type { AddressField } from '#contract/addresses/fields.ts'

/** Where the goods of an opened order go, in the market's fields; undefined of a buyer who has left. */
export function clearAddressOf(clear: { address: string }): Record<AddressField, string> | undefined {
  const address = JSON.parse(clear.address || '{}') as Partial<Record<AddressField, string>>
  return address.country === undefined ? undefined : (address as Record<AddressField, string>)
}
