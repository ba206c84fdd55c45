import { useTranslation } from 'react-i18next'
import type { EntranceCode } from '#contract/operator/schema-acts.ts'
import { Notice } from '../../ui/blocks/notice.tsx'
import styles from './operator.module.css'

/** The entrance code of an operator who was made just now. */
export function EntranceNotice({ entrance }: { entrance: EntranceCode | undefined }) {
  const { t } = useTranslation()
  if (!entrance) return null
  return (
    <Notice tone="warn" urgent>
      <p className={styles.code}>
        <bdi>{entrance.code}</bdi>
      </p>
      <p>{t('operator.entrance', { email: entrance.email, minutes: entrance.minutes })}</p>
    </Notice>
  )
}
