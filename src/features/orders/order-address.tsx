import type { AddressField } from '#contract/rules/addresses.ts'
import { AddressText } from '../../parts/address-text.tsx'

type Fields = Record<AddressField, string>

/**
 * Where an order goes: as it was written down when it was placed (JSON), or while it is only on this device the address
 * it names.
 */
export function OrderAddress({ placed, named }: { placed: string | null; named: Fields | undefined }) {
  const address = placed === null ? named : (JSON.parse(placed) as Fields)
  return address ? <AddressText address={address} /> : null
}
