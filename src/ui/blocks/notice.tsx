import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './notice.module.css'

/**
 * A remark on the content around it. `tone` colours its meaning; the words must carry it too. `urgent` is read out at
 * once.
 */
export function Notice({
  tone = 'info',
  icon,
  action,
  urgent,
  children,
}: {
  tone?: 'info' | 'good' | 'warn' | 'bad'
  icon?: ReactNode
  action?: ReactNode
  urgent?: boolean
  children: ReactNode
}) {
  return (
    <div className={cx(styles.notice, styles[tone])} role={urgent ? 'alert' : 'note'}>
      {icon ?? (tone === 'warn' || tone === 'bad' ? <TriangleAlert /> : <Info />)}
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  )
}
