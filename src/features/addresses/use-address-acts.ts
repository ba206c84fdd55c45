import { useTranslation } from 'react-i18next'
import { addressLengths, type AddressField } from '#contract/rules/addresses.ts'
import type { AddressItem } from '#localdb/queries/addresses.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'
import { useToast } from '../../ui/toast.tsx'

/** Only the text fields of an address. */
export const textsOf = (address: Record<AddressField, string>): Record<AddressField, string> =>
  Object.fromEntries(Object.keys(addressLengths).map((f) => [f, address[f as AddressField]])) as Record<
    AddressField,
    string
  >

/** The actions on the addresses of the list; an address to delete comes with its texts decrypted. */
export interface AddressActs {
  remove(item: Pick<AddressItem, 'address' | 'rev' | 'conflict'>, wasDefault: boolean): Promise<boolean>
  choose(id: string): Promise<boolean>
}

/** The actions on addresses: each is a durable intent, and deleting can be undone. */
export function useAddressActs(): AddressActs {
  const { t } = useTranslation()
  const mutateAll = useMutateAll()
  const toast = useToast()
  const done = async (acts: readonly Act[]): Promise<boolean> => (await mutateAll(acts)).kind === 'saved'
  return {
    async remove({ address, rev, conflict }, wasDefault) {
      // Deleting the address answers what the server asked about it.
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
