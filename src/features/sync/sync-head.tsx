import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import History from 'lucide-react/icons/history'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Smartphone from 'lucide-react/icons/smartphone'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Status } from '#localdb/queries/sync/status.ts'
import { needingChanges } from '#localdb/queries/sync/changes.ts'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useLive } from '../../data/use-live.ts'
import { useDeviceOnline, useReachable } from '../../data/use-status.ts'
import { useFailureText } from '../../parts/failures/use-failure-text.ts'
import { hasSubjectName, useSubjectText } from '../../parts/changes/use-subject-text.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/layers/toast.tsx'
import styles from './sync.module.css'

/** For how long the screen tells that the server was restored (ms). */
const SHOWN_FOR = 7 * 86_400_000

interface SyncHeadProps {
  state: Status
  guest: boolean
  /** How many changes at the person's stores wait on this device. */
  desks: number
}

/** The state of the person's changes in one sentence, with the last contact and a button to try now. */
export function SyncHead({ state, guest, desks }: SyncHeadProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const failureText = useFailureText()
  const reach = useCall('shop.reach')
  const deviceOnline = useDeviceOnline()
  const { waiting: count, lastContact, restored } = state
  const gone = state.session === 'gone'
  const sentences = useSentences(state, guest, desks)

  const tryNow = async () => {
    const outcome = await reach.call({})
    if (outcome.kind === 'accepted')
      toast({ text: t(count > 0 && !guest ? 'sync.reachedSends' : 'sync.reached'), kind: 'good' })
    else
      toast({
        text:
          outcome.kind === 'unreachable'
            ? t(deviceOnline ? 'sync.notReached' : 'sync.noNetwork')
            : failureText(outcome),
        kind: 'bad',
      })
  }
  return (
    <Card>
      <div className={styles.head}>
        {sentences.map(({ icon, text, well }, n) => (
          <p key={text} className={cx(n === 0 ? styles.headline : styles.aside, well && styles.well)}>
            {icon}
            <span>{text}</span>
          </p>
        ))}
        {restored && lastContact - restored.at < SHOWN_FOR && (
          <p className={styles.aside}>
            <History />
            <span>
              {restored.intents > 0
                ? t('sync.head.restoredSent', { count: restored.intents })
                : t('sync.head.restored')}
            </span>
          </p>
        )}
        {guest && count > 0 && <p className={styles.soft}>{t('mine.syncGuestHint')}</p>}
        <p className={styles.soft}>
          {lastContact > 0 ? (
            <>
              {t('sync.contact')} <RelativeTime at={lastContact} />
            </>
          ) : (
            t('mine.neverContact')
          )}
        </p>
        <div className={styles.actions}>
          {(gone || (guest && count > 0)) && (
            <ButtonLink href={links.login(gone, links.sync())}>{t('mine.login')}</ButtonLink>
          )}
          {!gone && (
            <Button kind="secondary" icon={<RefreshCw />} busy={reach.busy} onClick={() => void tryNow()}>
              {t('sync.tryNow')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

/** The state of the person's changes: the most important sentence first. */
function useSentences(state: Status, guest: boolean, desks: number): { icon: ReactNode; text: string; well?: true }[] {
  const { t } = useTranslation()
  const reachable = useReachable()
  const deviceOnline = useDeviceOnline()
  const { waiting: count, needsYou } = state
  const needing = useNeeding(needsYou)
  const sentences: { icon: ReactNode; text: string; well?: true }[] = []
  if (needsYou > 0)
    sentences.push({ icon: <CircleAlert />, text: needing ?? t('sync.head.needsYou', { count: needsYou }) })
  if (state.session === 'gone')
    sentences.push({
      icon: <CircleAlert />,
      text: count > 0 ? t('sync.head.signIn', { count }) : t('sync.head.signInAgain'),
    })
  // A send under way is newer than the last failure.
  else if (!reachable && !(deviceOnline && state.sending > 0))
    sentences.push({
      icon: <CloudOff />,
      text: count > 0 ? t('sync.head.offlineSaved', { count }) : t('sync.head.offline'),
    })
  else if (count > 0)
    sentences.push(
      guest
        ? { icon: <Smartphone />, text: t('sync.head.guest', { count }) }
        : { icon: <CloudUpload />, text: t(state.sending > 0 ? 'sync.head.sending' : 'sync.head.waits', { count }) },
    )
  else if (needsYou === 0 && desks === 0)
    sentences.push({ icon: <CloudCheck />, text: t(guest ? 'mine.syncNone' : 'status.done'), well: true })
  if (desks > 0) sentences.push({ icon: <CloudUpload />, text: t('sync.head.desks', { count: desks }) })
  return sentences
}

/** The sentence that names the change that needs the person, if there is only one and it has a name. */
function useNeeding(count: number): string | undefined {
  const { t } = useTranslation()
  const changes = useLive((db) => needingChanges(db, 1), [])
  const nameOf = useSubjectText(changes)
  const change = changes?.[0]
  if (count !== 1 || !change || !hasSubjectName(change)) return undefined
  return t(change.kind === 'conflict' ? 'sync.head.needsOne' : 'sync.head.refusedOne', { thing: nameOf(change) })
}
