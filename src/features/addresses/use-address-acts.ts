import { useTranslation } from 'react-i18next'
import { addressLengths, type AddressField } from '#contract/rules/addresses.ts'
import type { AddressItem } from '#localdb/queries/addresses.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'
import { useToast } from '../../ui/toast.tsx'

/** An address's texts alone. */
export const textsOf = (address: Record<AddressField, string>): Record<AddressField, string> =>
  Object.fromEntries(Object.keys(addressLengths).map((f) => [f, address[f as AddressField]])) as Record<
    AddressField,
    string
  >

/** What one can do with an address of the list; one that is removed has its texts in clear. */
export interface AddressActs {
  remove(item: Pick<AddressItem, 'address' | 'rev' | 'conflict'>, wasDefault: boolean): Promise<boolean>
  choose(id: string): Promise<boolean>
}

/** The acts on addresses: each a durable intent, deleting to be undone. */
export function useAddressActs(): AddressActs {
  const { t } = useTranslation()
  const mutateAll = useMutateAll()
  const toast = useToast()
  const done = async (acts: readonly Act[]): Promise<boolean> => (await mutateAll(acts)).kind === 'saved'
  return {
    async remove({ address, rev, conflict }, wasDefault) {
      // Whoever deletes it has answered what the shop asked about it.
      const saved = await done([{ name: 'address.del', payload: { id: address.id }, replaces: conflict }])
      const back: Act[] = [{ name: 'address.put', payload: { id: address.id, patch: textsOf(address), baseRev: rev } }]
      if (wasDefault) back.push({ name: 'address.default', payload: { id: address.id } })
      if (saved)
        toast({ text: t('addresses.deleted'), action: { label: t('addresses.undo'), run: () => void done(back) } })
      return saved
    },
    async choose(id) {
      const saved = await done([{ name: 'address.default', payload: { id } }])
      if (saved) toast({ text: t('addresses.defaultSet'), kind: 'good' })
      return saved
    },
  }
}
