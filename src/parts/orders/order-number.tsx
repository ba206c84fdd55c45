import { useTranslation } from 'react-i18next'
import { CopyText } from '../format/copy-text.tsx'
import styles from '../format/copy-text.module.css'
import { useOrderName } from './use-order-name.ts'

/** An order's number, copied by a tap; what it is called until it has one. */
export function OrderNumber({ order }: { order: { number?: string | undefined; createdAt: number } }) {
  const { t } = useTranslation()
  const name = useOrderName()(order)
  const { number } = order
  if (number === undefined) return <span className={styles.number}>{name}</span>
  return <CopyText text={number} label={t('orders.copyNumber', { number })} copied={t('orders.copied')} />
}
