import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useTranslation } from 'react-i18next'
import { documentPictures } from '#contract/merchants/rules.ts'
import { later } from '../../../data/loading/later.tsx'
import { useLanguage } from '../../../data/texts/use-language.ts'
import { Facts } from '../../../parts/format/facts.tsx'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { ApplicationDecision } from './application-decision.tsx'
import { AskedFailure } from '../asked-failure.tsx'
import { DocumentPictureRow } from './document-picture.tsx'
import styles from '../operator.module.css'
import { useOperatorCall } from '../use-operator-call.ts'

const SignedContract = later(
  'receipt-desk',
  async () => (await import('./receipt-desk-later.tsx')).SignedContractSection,
)

/** One application: its texts, its documents, which are shown one by one, and the decision on it. */
export function ApplicationDetail({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const asked = useOperatorCall('operator.application', { id })
  const { data } = asked
  const back = (
    <div>
      <Button kind="quiet" icon={<ArrowLeft className="mirrors" />} onClick={onClose}>
        {t('applications.list')}
      </Button>
    </div>
  )
  if (!data)
    return (
      <div className={styles.stack}>
        {back}
        {asked.failure ? (
          <AskedFailure failure={asked.failure} busy={asked.busy} again={asked.again} />
        ) : (
          <Skeleton height="20rem" />
        )}
      </div>
    )
  const { application: a, email, documentNumber, invitedBy } = data
  // Every applicant has a name. An empty one means that the sealed texts were deleted or cannot be opened.
  const contract = a.receipt !== '' ? 'signed' : a.realName === '' ? 'gone' : 'unsigned'
  const facts: [string, string][] = [
    [t('applications.storeName'), a.storeName],
    [t('applications.realName'), a.realName || t('applications.gone')],
    [t('applications.documentNumber'), documentNumber ?? t('applications.gone')],
    [t('applications.email'), email],
    [t('applications.sent'), exactTime(a.at, language)],
    [t('applications.invitedBy'), invitedBy ?? t('applications.nobody')],
    [t('applications.contract'), t(`applications.${contract}`)],
    ...(a.reason ? [[t('applications.reason'), a.reason] as [string, string]] : []),
  ]
  return (
    <div className={styles.stack}>
      {back}
      <Card className={styles.stack}>
        <div className={styles.logo}>
          <PictureView sources={pictureSources(a.logo)} alt={t('applications.logo')} tint={a.logo?.tint} sizes="80px" />
        </div>
        <Facts facts={facts} className={styles.facts} />
      </Card>
      <Card className={styles.stack}>
        <p className={styles.soft}>{t('applications.lookHint')}</p>
        <div className={styles.sides}>
          {documentPictures.map((which) => (
            <DocumentPictureRow key={which} id={id} which={which} there={a.files[which] !== null} />
          ))}
        </div>
      </Card>
      {a.receipt !== '' && <SignedContract receipt={a.receipt} />}
      <ApplicationDecision id={id} state={a.state} onDone={onClose} />
    </div>
  )
}
