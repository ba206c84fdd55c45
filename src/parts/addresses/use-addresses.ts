import { useMemo } from 'react'
import type { Address } from '#contract/sync/schema-rows.ts'
import { addressBook } from '#localdb/queries/addresses.ts'
import { useLive } from '../../data/use-live.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'

/** A decrypted address, and how many changes of it have not reached the server yet. */
export type ClearAddress = Address & { pending: number }

/** The person's decrypted addresses, and which is the default; undefined until the device has opened them. */
export function useAddresses(): { items: readonly ClearAddress[]; defaultId: string | null } | undefined {
  const book = useLive(addressBook, [])
  const rows = useMemo(() => book?.items.map(({ address, pending }): ClearAddress => ({ ...address, pending })), [book])
  const items = useUnsealed<'addresses', ClearAddress>(rows, 'addresses')
  return book && items && { items, defaultId: book.defaultId }
}
