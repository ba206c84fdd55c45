import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './sync.module.css'

/** The form of an unsent file: what it does, its fields, why it failed, and the button that does it. */
export function FileForm({
  text,
  action,
  busy,
  failure,
  submit,
  children,
}: {
  text: string
  action: string
  busy: boolean
  failure: string | undefined
  submit(): Promise<void>
  children: ReactNode
}) {
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className={styles.section} noValidate onSubmit={onSubmit}>
      <p className={styles.soft}>{text}</p>
      {children}
      {failure !== undefined && (
        <Notice tone="bad" urgent>
          {failure}
        </Notice>
      )}
      <Button type="submit" wide busy={busy}>
        {action}
      </Button>
    </form>
  )
}
