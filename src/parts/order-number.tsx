import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import { useToast } from '../ui/toast.tsx'
import styles from './order-number.module.css'
import { useOrderName } from './use-order-name.ts'

/** An order's number, copied by a tap; what it is called until it has one. */
export function OrderNumber({ order }: { order: { number?: string | undefined; createdAt: number } }) {
  const { t } = useTranslation()
  const toast = useToast()
  const name = useOrderName()(order)
  const { number } = order
  if (number === undefined) return <span className={styles.number}>{name}</span>
  const copy = async () => {
    const copied = await navigator.clipboard?.writeText(number).then(
      () => true,
      () => false,
    )
    toast(copied ? { text: t('orders.copied'), kind: 'good' } : { text: t('orders.notCopied'), kind: 'bad' })
  }
  return (
    <button
      type="button"
      className={styles.number}
      aria-label={t('orders.copyNumber', { number })}
      onClick={() => void copy()}
    >
      <bdi>{number}</bdi>
      <Copy aria-hidden="true" />
    </button>
  )
}
