import { useTranslation } from 'react-i18next'
import type { WithdrawalItem } from '#localdb/queries/withdrawals.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { intl } from '../../../ui/intl.ts'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { GroupedAddress } from '../grouped-address.tsx'
import { usedAddresses } from './used-addresses.ts'
import type { WithdrawMethod } from '../use-withdrawing.ts'
import styles from '../wallet.module.css'

interface UsedAddressesProps {
  method: WithdrawMethod
  /** The person's withdrawals, the latest first. */
  items: readonly WithdrawalItem[]
  /** The address in the form. */
  chosen: string
  onChoose(address: string): void
}

/** The addresses that the person has withdrawn to, to choose from; closed once there is one in the form. */
export function UsedAddresses({ method, items, chosen, onChoose }: UsedAddressesProps) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const used = usedAddresses(items, method)
  const when = intl('date', locale, { dateStyle: 'medium' })
  if (used.length === 0) return null
  return (
    <details className={styles.used} open={chosen.trim() === '' || undefined}>
      <summary>{t('withdraw.used')}</summary>
      <List label={t('withdraw.used')}>
        {used.map(({ address, count, at }) => (
          <ListRow
            key={address}
            title={<GroupedAddress address={address} />}
            text={t('withdraw.usedAt', { n: number(count), when: when.format(at) })}
            current={address === chosen}
            onPress={() => onChoose(address)}
          />
        ))}
      </List>
    </details>
  )
}
