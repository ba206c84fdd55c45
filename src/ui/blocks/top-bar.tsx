import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode, Ref } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useLabels } from '../labels.ts'
import styles from './top-bar.module.css'

/** The bar at the top of a screen: a back arrow if `onBack` is given, the title, the status, and a slot at its end. */
export function TopBar({
  title,
  onBack,
  status,
  endRef,
}: {
  title: ReactNode
  onBack?: (() => void) | undefined
  status?: ReactNode
  endRef?: Ref<HTMLDivElement>
}) {
  const labels = useLabels()
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        {onBack && (
          <IconButton
            label={labels.back}
            icon={<ArrowLeft className="mirrors" />}
            onClick={onBack}
            className={styles.back}
          />
        )}
        <div className={styles.title}>{title}</div>
        {status}
        <div ref={endRef} className={styles.end} />
      </div>
    </header>
  )
}
