import CircleAlert from 'lucide-react/icons/circle-alert'
import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import styles from './empty-state.module.css'

/** An empty state with a way on. `action` is a Button or ButtonLink. */
export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode
  title: string
  text?: string | undefined
  action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}

/** An error with its reason in words and a button to try again. */
export function ErrorState({
  title,
  text,
  retry,
  busy,
}: {
  title: string
  text?: string | undefined
  retry?: { label: string; run(): void } | undefined
  busy?: boolean
}) {
  return (
    <EmptyState
      icon={<CircleAlert />}
      title={title}
      text={text}
      action={
        retry && (
          <Button kind="secondary" icon={<RotateCw />} busy={busy ?? false} onClick={retry.run}>
            {retry.label}
          </Button>
        )
      }
    />
  )
}
