import { useTranslation } from 'react-i18next'
import { ofEachField, type AddressField } from '#contract/addresses/fields.ts'
import type { AddressItem } from '#localdb/queries/addresses.ts'
import { useMutateAll, type Act } from '../../data/use-mutate.ts'

/** Only the text fields of an address. */
export const textsOf = (address: Record<AddressField, string>): Record<AddressField, string> =>
  ofEachField((field) => address[field])

/** The actions on the addresses of the list; an address to delete comes with its texts decrypted. */
export interface AddressActs {
  remove(item: Pick<AddressItem, 'address' | 'rev' | 'conflict'>, wasDefault: boolean): Promise<boolean>
  choose(id: string): Promise<boolean>
}

/** The actions on addresses: each is a durable intent, and deleting can be undone. */
export function useAddressActs(): AddressActs {
  const { t } = useTranslation()
  const mutateAll = useMutateAll()
  return {
    remove({ address, rev, conflict }, wasDefault) {
      const back: Act[] = [{ name: 'address.put', payload: { id: address.id, patch: textsOf(address), baseRev: rev } }]
      if (wasDefault) back.push({ name: 'address.default', payload: { id: address.id } })
      // Deleting the address answers what the server asked about it.
      return mutateAll([{ name: 'address.del', payload: { id: address.id }, replaces: conflict }], {
        text: t('addresses.deleted'),
        action: { label: t('addresses.undo'), run: () => void mutateAll(back) },
      })
    },
    choose: (id) =>
      mutateAll([{ name: 'address.default', payload: { id } }], { text: t('addresses.defaultSet'), kind: 'good' }),
  }
}
