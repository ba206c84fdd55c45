import ArrowLeft from 'lucide-react/icons/arrow-left'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import FileCheck from 'lucide-react/icons/file-check'
import Hourglass from 'lucide-react/icons/hourglass'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { isReviewLate, reviewDue } from '#contract/merchants/states.ts'
import { documentPictures } from '#contract/merchants/rules.ts'
import type { MerchantApplication } from '#contract/sync/schema-rows.ts'
import { links } from '../../links/links.ts'
import { useSettings } from '../../data/use-settings.ts'
import { useWant } from '../../data/use-want.ts'
import { Facts } from '../../parts/format/facts.tsx'
import { OwnPicture } from '../../parts/pictures/own-picture.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { intl } from '../../ui/intl.ts'
import { List, ListRow } from '../../ui/blocks/list.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { exactTime, useNow } from '../../ui/time.tsx'
import { MerchantSteps } from './merchant-steps.tsx'
import { MerchantStore } from './merchant-store.tsx'
import styles from './merchant.module.css'
import { useRefresh } from './use-refresh.ts'
import { viewLink } from './merchant-links.ts'

const HOUR_MS = 3_600_000

/** The state of an application that was sent, or waits here to be sent: in review, succeeded or failed (spec §2). */
export function ApplicationView({
  application,
  pending,
  signed,
}: {
  application: MerchantApplication
  pending: boolean
  /** The version of the contract that was signed; undefined for none. */
  signed: number | undefined
}) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const now = useNow()
  const { refresh, busy, answerText } = useRefresh()
  const { state, at, reason, store, receipt } = application
  const due = reviewDue(application)
  const approved = state === 'approved'
  const failed = state === 'refused'
  const title = pending
    ? 'merchant.notSent'
    : approved
      ? 'merchant.succeeded'
      : failed
        ? 'merchant.failed'
        : 'merchant.inReview'
  const late = !pending && now !== undefined && isReviewLate(application, now)
  const time = (ms: number): string => (now === undefined ? '' : exactTime(ms, locale))
  return (
    <Screen width="narrow">
      <MerchantSteps at={approved ? 2 : 1} />
      <Card className={styles.outcome}>
        <span
          className={styles.outcomeIcon}
          data-state={approved ? 'good' : failed ? 'bad' : 'wait'}
          aria-hidden="true"
        >
          {approved ? <CircleCheck /> : failed ? <CircleX /> : <Hourglass />}
        </span>
        <h2>{t(title)}</h2>
        {pending ? (
          <p className={styles.line}>
            {t('merchant.waiting')} <SyncMark />
          </p>
        ) : approved ? (
          <p>{t('merchant.succeededHint')}</p>
        ) : failed ? (
          <p dir="auto">{reason || t('merchant.noReason')}</p>
        ) : (
          <p>{t('merchant.sentAt', { at: time(at), by: time(due) })}</p>
        )}
        {state === 'inReview' && !pending && <p className={styles.soft}>{t('merchant.beingRead')}</p>}
        {late && <Notice tone="warn">{t('merchant.late', { hours: number(Math.round((due - at) / HOUR_MS)) })}</Notice>}
        <p className={styles.soft} role="status">
          {answerText}
        </p>
        <Acts application={application} busy={busy} refresh={refresh} />
      </Card>
      {approved && <NewerContract signed={signed} />}
      {approved && store && <MerchantStore store={store} />}
      {receipt !== '' && (
        <List>
          <ListRow
            icon={<FileCheck />}
            title={t('merchant.receipt')}
            text={t('merchant.receiptHint')}
            href={viewLink('receipt')}
          />
        </List>
      )}
      {!approved && <Sent application={application} />}
    </Screen>
  )
}

/** The acts that its state allows. */
function Acts({
  application: { state, store },
  busy,
  refresh,
}: {
  application: MerchantApplication
  busy: boolean
  refresh(): void
}) {
  const { t } = useTranslation()
  const approved = state === 'approved'
  const failed = state === 'refused'
  return (
    <div className={styles.acts}>
      {approved && store && (
        <>
          <ButtonLink href={links.centre(store.id)}>{t('mine.centre')}</ButtonLink>
          <ButtonLink kind="secondary" href={links.store(store.id)}>
            {t('merchant.toStore')}
          </ButtonLink>
        </>
      )}
      {failed && <ButtonLink href={viewLink('again')}>{t('merchant.applyAgain')}</ButtonLink>}
      {!approved && !failed && (
        <Button kind="secondary" icon={<RefreshCw />} busy={busy} onClick={refresh}>
          {t('merchant.refresh')}
        </Button>
      )}
      <ButtonLink kind="quiet" icon={<ArrowLeft className="mirrors" />} href={links.mine}>
        {t('merchant.goBack')}
      </ButtonLink>
    </div>
  )
}

/**
 * A notice that a newer version of the contract was published. The signed version holds until the newer one is signed.
 */
function NewerContract({ signed }: { signed: number | undefined }) {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const newest = useSettings()?.contract
  // A message may have brought the person here, and the settings on this device may be older than it.
  useWant('site.settings', {})
  const now = useNow()
  if (!newest || signed === undefined || newest.version === signed) return null
  const date = now === undefined ? '' : intl('date', locale, { dateStyle: 'long' }).format(newest.at)
  return (
    <Card className={styles.fields}>
      <h2 className={styles.label}>{t('merchant.newContract', { version: number(newest.version), date })}</h2>
      <p>{t('merchant.holdsUntil', { version: number(signed) })}</p>
      <div className={styles.acts}>
        <ButtonLink href={viewLink('contract')}>{t('merchant.readAndSign')}</ButtonLink>
      </div>
    </Card>
  )
}

/** The sent application as the applicant sees it. */
function Sent({ application }: { application: MerchantApplication }) {
  const { t } = useTranslation()
  const { storeName, realName, files } = application
  return (
    <Card className={styles.fields}>
      <Facts
        className={styles.parties}
        facts={[
          [t('merchant.storeName'), storeName],
          [t('merchant.realName'), realName],
        ]}
      />
      <ul className={styles.thumbs} aria-label={t('merchant.pictures')}>
        {(['logo', ...documentPictures] as const).map((which) => {
          const file = files[which]
          return (
            file !== null && (
              <li key={which}>
                <OwnPicture file={file} alt={t(`merchant.${which}`)} />
              </li>
            )
          )
        })}
      </ul>
    </Card>
  )
}
