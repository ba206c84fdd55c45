import Clock from 'lucide-react/icons/clock'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { useDeskWaits, type WaitingDesk } from '../../data/stores/use-desk-waits.ts'
import { useStores } from '../../data/stores/use-store.ts'
import { links } from '../../links/links.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useEffectText } from './use-change-text.ts'
import styles from './sync.module.css'

/**
 * The changes that wait at the desks of the person's stores, each under the store's name; they are dealt with in the
 * store. `onCount` receives the number of changes that wait.
 */
export function DeskWaitsList({ onCount }: { onCount(count: number): void }) {
  const stores = useStores()
  const waits = useDeskWaits()
  const count = waits.reduce((sum, one) => sum + one.waiting, 0)
  useEffect(() => onCount(count), [onCount, count])
  return waits.map((wait) => {
    const store = stores?.find(({ uid }) => uid === wait.storeUid)
    return store && <OneDesk key={wait.storeUid} wait={wait} name={store.name} storeId={store.storeId} />
  })
}

function OneDesk({ wait, name, storeId }: { wait: WaitingDesk; name: string; storeId: number }) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const doesOf = useEffectText()
  const { waiting, needs, changes } = wait
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>
        <bdi>{t('sync.desk.title', { store: name })}</bdi>
        <span className={styles.count}>{number(waiting + needs)}</span>
      </h2>
      {needs > 0 && <p className={styles.soft}>{t('sync.desk.needs', { count: needs, n: number(needs) })}</p>}
      {waiting > 0 && <p className={styles.soft}>{t('sync.desk.waits', { count: waiting, n: number(waiting) })}</p>}
      {changes.length > 0 && (
        <ul className={styles.list} aria-label={t('sync.desk.title', { store: name })}>
          {changes.map((change) => (
            <li key={change.intentId} className={styles.change}>
              <p className={styles.does}>{doesOf(change)}</p>
              {(change.sale ?? change.goods ?? change.answer) && (
                <h3 className={styles.title}>
                  <bdi>{change.sale?.number ?? textIn((change.goods ?? change.answer)!.title, locale)}</bdi>
                </h3>
              )}
              <p className={styles.why}>
                <Clock />
                <RelativeTime at={change.since} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <ButtonLink kind="secondary" small href={links.centre(storeId)}>
          {t('sync.desk.open')}
        </ButtonLink>
      </div>
    </section>
  )
}
