import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../data/use-status.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { update } from '../sw-client.ts'
import { nothingTyped } from './nothing-typed.ts'
import styles from './update-banner.module.css'

/**
 * Offers the new version, while one waits. Applies it without asking while the page is hidden and nothing would be
 * lost: nothing is typed into a form, no sheet is open and nothing is being sent (spec §2).
 */
export function UpdateBanner() {
  const { t } = useTranslation()
  const sending = useStatus()?.sending
  useEffect(() => {
    const applyUnseen = () => {
      if (
        document.visibilityState === 'hidden' &&
        sending === 0 &&
        !document.querySelector('dialog[open]') &&
        nothingTyped()
      )
        update.apply()
    }
    document.addEventListener('visibilitychange', applyUnseen)
    return () => document.removeEventListener('visibilitychange', applyUnseen)
  }, [sending])
  return (
    <div className={styles.banner}>
      <Notice
        icon={<RefreshCw />}
        urgent
        action={
          <Button small onClick={update.apply}>
            {t('update.now')}
          </Button>
        }
      >
        {t('update.available')}
      </Notice>
    </div>
  )
}
