import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './copy-text.module.css'

interface CopyTextProps {
  text: string
  /** Names the button. */
  label: string
  /** The message afterwards. */
  copied: string
  /** The text as it is shown, where that is not as it is copied. */
  children?: ReactNode
}

/** A number that a tap copies. */
export function CopyText({ text, label, copied, children }: CopyTextProps) {
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
      {children ?? <bdi>{text}</bdi>}
      <Copy aria-hidden="true" />
    </button>
  )
}
