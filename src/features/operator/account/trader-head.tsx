import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trader } from '#contract/operator/schema-acts.ts'
import { links } from '../../../links/links.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import styles from '../operator.module.css'
import { SuspendSheet } from './suspend-sheet.tsx'

interface TraderHeadProps {
  trader: Trader
  name: string
  suspended: string | null
  /** Stands between the name and what is done. */
  children: ReactNode
  onDone(): void
}

/** The name of a person or a store, whether they may trade, and the way to change that. */
export function TraderHead({ trader, name, suspended, children, onDone }: TraderHeadProps) {
  const { t } = useTranslation()
  const [acting, setActing] = useState(false)
  return (
    <>
      <h2 className={styles.trader}>
        <bdi>{name}</bdi>
      </h2>
      {suspended !== null && <Notice tone="warn">{t('operator.suspendedFor', { reason: suspended })}</Notice>}
      {children}
      <div className={styles.acts}>
        <ButtonLink kind="secondary" small href={links.operator('store' in trader ? 'stores' : 'people')}>
          {t('traders.all')}
        </ButtonLink>
        <Button kind="secondary" small onClick={() => setActing(true)}>
          {t(suspended !== null ? 'operator.unsuspend' : 'store' in trader ? 'operator.suspend' : 'traders.act')}
        </Button>
      </div>
      {acting && <SuspendSheet {...{ trader, name, suspended, onDone }} onClose={() => setActing(false)} />}
    </>
  )
}
