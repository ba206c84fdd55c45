import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { clearsUnvisited } from '../../data/device/browser-limits.ts'
import type { DeviceStorage } from '../../data/device/use-storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SkeletonText } from '../../ui/blocks/skeleton.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import styles from './sync.module.css'

/** Whether the browser has promised to keep the data, its last answer, and a button to ask it. */
export function KeepData({ storage: { use, keep } }: { storage: DeviceStorage }) {
  const { t } = useTranslation()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const not = use?.persisted === false
  const item = useKeptFocus(not ? ['ask'] : [], heading)
  const ask = async () =>
    toast((await keep()) ? { text: t('sync.said.kept'), kind: 'good' } : { text: t('sync.said.notKept'), kind: 'bad' })
  return (
    <section className={styles.section}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('sync.keep')}
      </h2>
      {use ? (
        <p>{t(use.persisted === undefined ? 'sync.keepUnknown' : not ? 'sync.keepNo' : 'sync.keepYes')}</p>
      ) : (
        <SkeletonText />
      )}
      {use && !use.persisted && clearsUnvisited() && <p className={styles.soft}>{t('sync.keepVisit')}</p>}
      {not && use.asked?.granted === false && (
        <p className={styles.soft}>
          {t('sync.keepRefused')} · {t('sync.keepAsked')} <RelativeTime at={use.asked.askedAt} />
        </p>
      )}
      {not && (
        <div ref={item('ask')} className={styles.actions}>
          <Button kind="secondary" onClick={() => void ask()}>
            {t('sync.keepAsk')}
          </Button>
        </div>
      )}
    </section>
  )
}
