import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../data/use-status.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { update } from '../sw-client.ts'
import { mayReload } from '../may-reload.ts'
import styles from './update-banner.module.css'

/** The time without a touch after which the page is reloaded in the person's sight (ms). */
const QUIET_MS = 5000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll'] as const

/**
 * Offers the new version, while one waits. Applies it without asking where nothing would be lost (may-reload.ts) and
 * nothing is being sent: at once when the page is hidden, in sight once nobody has touched it for a while (spec §2).
 */
export function UpdateBanner() {
  const { t } = useTranslation()
  const idle = useStatus()?.sending === 0
  useEffect(() => {
    if (!idle) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const apply = () => {
      if (mayReload()) update.apply()
      else later()
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(apply, QUIET_MS)
    }
    const hidden = () => {
      if (document.visibilityState === 'hidden') apply()
      else later()
    }
    const how = { capture: true, passive: true }
    for (const sign of SIGNS) addEventListener(sign, later, how)
    document.addEventListener('visibilitychange', hidden)
    later()
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) removeEventListener(sign, later, how)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [idle])
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
