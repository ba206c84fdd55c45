import { useTranslation } from 'react-i18next'
import type { Membership } from '#contract/schema/rows.ts'
import { deskStatus } from '#localdb/queries/centre.ts'
import { DeskContext, useDesk, useStoreLive } from '../../data/use-store.ts'
import { Screen } from '../../parts/screen.tsx'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { useFormat } from '../../parts/use-format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import Store from 'lucide-react/icons/store'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './centre.module.css'
import { EndedNotice } from './ended-notice.tsx'
import { MembersSection } from './members-section.tsx'
import { NoticeSection } from './notice-section.tsx'
import { RefusedSection } from './refused-section.tsx'
import { SalesSection } from './sales-section.tsx'

/** One store: its orders, what it announces, and who acts for it; from this device, and sent when there is a way. */
export function StoreCentre({ store }: { store: Membership }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const desk = useDesk(store.uid)
  return (
    <Screen width="narrow" title={store.name || t('titles.centre')}>
      {desk.kind === 'open' ? (
        <DeskContext value={desk.desk}>
          <Parts store={store} />
        </DeskContext>
      ) : desk.kind === 'failed' ? (
        <EmptyState icon={<Store />} title={t('centre.notOpen')} text={failureText(desk.failure)} />
      ) : (
        <>
          <Skeleton height="1.5rem" />
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </>
      )}
    </Screen>
  )
}

function Parts({ store }: { store: Membership }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const status = useStoreLive(deskStatus)
  if (!status) return <Skeleton height="9rem" />
  if (status.ended) return <EndedNotice store={store} waiting={status.waiting} />
  return (
    <div className={styles.page}>
      <p role="status" className={styles.soft}>
        {t(status.waiting > 0 ? 'centre.waiting' : status.online ? 'centre.upToDate' : 'centre.offline', {
          n: number(status.waiting),
        })}
      </p>
      <RefusedSection />
      <SalesSection />
      <NoticeSection />
      <MembersSection owner={store.role === 'owner'} />
    </div>
  )
}
