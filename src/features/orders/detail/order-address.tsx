import type { AddressField } from '#contract/addresses/fields.ts'
import { AddressText } from '../../../parts/addresses/address-text.tsx'

type Fields = Record<AddressField, string>

/**
 * The delivery address of an order: as recorded when it was placed (JSON), or the address it names while it is only on
 * this device.
 */
export function OrderAddress({ placed, named }: { placed: string | null; named: Fields | undefined }) {
  const address = placed === null ? named : (JSON.parse(placed) as Fields)
  return address ? <AddressText address={address} /> : null
}
