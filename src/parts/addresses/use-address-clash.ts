import { useMemo } from 'react'
import type { AddressField } from '#contract/addresses/fields.ts'
import type { Address } from '#contract/sync/schema-rows.ts'
import type { AddressClash, AddressState } from '#localdb/queries/addresses.ts'
import { useCall } from '../../data/use-call.ts'
import { useMutateAll } from '../../data/use-mutate.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { addressFormFields } from './address-fields.ts'
import { useAreaNames } from './use-areas.ts'
import { useCountryName } from './use-country-name.ts'
import { useFailureToast } from '../failures/use-failure-toast.ts'

export type Side = 'mine' | 'theirs'

/** An address that was changed here and on another device. */
export interface Clashing {
  /** The fields that were changed on both sides. */
  asked: AddressField[]
  /** The text of a field on either side: areas by their names. */
  textOf: Record<Side, (field: AddressField) => string>
  /** Settles the clash: for each field the side that holds, by default mine. Resolves to whether that is saved. */
  settle(sides: Partial<Record<AddressField, Side>>): Promise<boolean>
  busy: boolean
}

/** The two decrypted sides of a clash, and the way to settle it. */
export function useAddressClash({
  id,
  rev,
  clash,
  mine,
  theirs,
}: {
  id: string
  rev: number
  clash: AddressClash
  mine: Address
  theirs: Address
}): Clashing {
  const mutateAll = useMutateAll()
  const dismiss = useCall('intent.dismiss')
  const failed = useFailureToast()
  const changed = addressFormFields.filter((f) => clash.fields.includes(f) && mine[f] !== theirs[f])
  const asked = changed.filter((f) => clash.both.includes(f))
  return {
    asked,
    busy: dismiss.busy,
    textOf: { mine: useReading(mine), theirs: useReading(theirs) },
    async settle(sides) {
      const kept = changed.filter((f) => !asked.includes(f) || (sides[f] ?? 'mine') === 'mine')
      const patch = Object.fromEntries(kept.map((f) => [f, mine[f]]))
      if (kept.length > 0)
        return mutateAll([{ name: 'address.put', payload: { id, patch, baseRev: rev }, replaces: clash.intentId }])
      const outcome = await dismiss.call({ intentId: clash.intentId })
      if (outcome.kind !== 'accepted') failed(outcome)
      return outcome.kind === 'accepted'
    },
  }
}

/** The readable text of a field of an address. */
function useReading(address: Address): (field: AddressField) => string {
  const countryName = useCountryName()
  const { province } = useAreaNames(address)
  return (field) =>
    field === 'country' ? countryName(address.country) : field === 'province' ? province : address[field]
}

/**
 * A decrypted address with the server's version when the two clash, and with the change that was refused; undefined
 * until they are opened.
 */
export function useClearAddress(
  state: AddressState | null | undefined,
): { mine: Address | undefined; theirs: Address | undefined; was: Address | undefined } | undefined {
  // Numbered by `at`, since they are versions of the same address.
  const sealed = useMemo(
    () =>
      state === undefined
        ? undefined
        : [state?.address, state?.clash?.theirs, state?.was].flatMap((address, n) =>
            address ? [{ ...address, at: n }] : [],
          ),
    [state],
  )
  const clear = useUnsealed(sealed, 'addresses')
  if (!clear) return undefined
  const [mine, theirs, was] = [0, 1, 2].map((n) => clear.find((address) => address.at === n))
  return { mine, theirs, was }
}
