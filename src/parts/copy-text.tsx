import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import { useToast } from '../ui/toast.tsx'
import styles from './order-number.module.css'

/** A number that a tap copies; `label` names the button, `copied` is said afterwards. */
export function CopyText({ text, label, copied }: { text: string; label: string; copied: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    toast(done ? { text: copied, kind: 'good' } : { text: t('orders.notCopied'), kind: 'bad' })
  }
  return (
    <button type="button" className={styles.number} aria-label={label} onClick={() => void copy()}>
      <bdi>{text}</bdi>
      <Copy aria-hidden="true" />
    </button>
  )
}
