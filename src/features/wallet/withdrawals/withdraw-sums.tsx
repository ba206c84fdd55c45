import { useTranslation } from 'react-i18next'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { cx } from '../../../ui/cx.ts'
import type { WithdrawMethod } from '../use-withdrawing.ts'
import { receivedOf } from '../withdraw-amount.ts'
import styles from '../wallet.module.css'

interface WithdrawSumsProps {
  method: WithdrawMethod
  /** Units, as `units`, which leave the balance. */
  balance: bigint
  units: bigint
}

/** The balance, the fee, and the amount that arrives, to the last unit. */
export function WithdrawSums({ method: { asset, fee }, balance, units }: WithdrawSumsProps) {
  const { t } = useTranslation()
  const coins = useCoins()
  return (
    <dl className={styles.figures}>
      <Sum name={t('withdraw.balance')} amount={coins(balance, asset)} />
      <Sum name={t('withdraw.fee')} amount={coins(fee, asset)} />
      <Sum name={t('withdraw.received')} amount={coins(receivedOf(units, fee), asset)} large />
    </dl>
  )
}

const Sum = ({ name, amount, large }: { name: string; amount: string; large?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd className={cx(large && styles.title)}>
      <bdi>{amount}</bdi>
    </dd>
  </div>
)
