import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { useCall } from '../../data/use-call.ts'
import type { Account } from '../../data/use-profile.ts'
import { useStatus } from '../../data/use-status.ts'
import { useFailureToast } from '../../parts/failures/use-failure-toast.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/blocks/card.tsx'
import { cx } from '../../ui/cx.ts'
import { ListRow } from '../../ui/blocks/list.tsx'
import { useNow } from '../../ui/time.tsx'
import styles from './mine.module.css'

/** The notices that need the person: changes that need them, a session that ended, and changes merged at sign-in. */
export function MineSync({ account }: { account: Account }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const state = useStatus()
  if (!state) return null
  const { waiting, needsYou } = state
  const gone = account.link?.session === 'gone'
  // Shown for a day.
  const merged =
    account.merged && now !== undefined && now - account.merged.at < 86_400_000 ? account.merged : undefined
  if (needsYou === 0 && !gone && !merged) return null
  return (
    <Card className={styles.sync}>
      <div className={styles.states}>
        {needsYou > 0 && (
          <State bad icon={<CircleAlert />}>
            {t('mine.syncNeedsYou', { n: format.number(needsYou) })}
          </State>
        )}
        {merged && <State icon={<CloudCheck />}>{t('mine.syncMerged', { n: format.number(merged.intents) })}</State>}
        {gone && <State icon={<CloudUpload />}>{t(waiting > 0 ? 'mine.syncHeld' : 'mine.sessionEnded')}</State>}
      </div>
      {merged && <MergeChoice undoable={Boolean(merged.undo?.length)} />}
      {(gone || needsYou > 0) && (
        <div className={styles.choice}>
          {gone && (
            <ButtonLink kind="secondary" href={links.login(true, links.mine)}>
              {t('mine.login')}
            </ButtonLink>
          )}
          {needsYou > 0 && <ButtonLink href={links.sync('needs')}>{t('titles.sync')}</ButtonLink>}
        </div>
      )}
    </Card>
  )
}

/**
 * The link to the sync centre, with the number of waiting changes. It is hidden while a change needs the person,
 * because `MineSync` says so.
 */
export function SyncRow({ guest }: { guest: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const state = useStatus()
  if (!state || state.needsYou > 0) return null
  const { waiting } = state
  const n = format.number(waiting)
  return (
    <ListRow
      icon={waiting > 0 ? <CloudUpload /> : <CloudCheck />}
      title={t('titles.sync')}
      text={guest && waiting > 0 && t('mine.syncGuestHint')}
      end={
        waiting > 0 ? (
          t(guest ? 'mine.syncGuest' : 'mine.syncWaiting', { n })
        ) : (
          <span className={styles.well}>{t(guest ? 'mine.syncNone' : 'mine.syncDone')}</span>
        )
      }
      href={links.sync()}
    />
  )
}

/** The changes made before signing in are kept, or taken back. */
function MergeChoice({ undoable }: { undoable: boolean }) {
  const { t } = useTranslation()
  const settle = useCall('merge.settle')
  const failed = useFailureToast()
  return (
    <div className={styles.choice}>
      {undoable && (
        <Button kind="secondary" small busy={settle.busy} onClick={() => void settle.call({ undo: true }).then(failed)}>
          {t('mine.undoMerge')}
        </Button>
      )}
      <Button kind="quiet" small onClick={() => void settle.call({ undo: false }).then(failed)}>
        {t('mine.keepMerge')}
      </Button>
    </div>
  )
}

const State = ({ icon, bad, children }: { icon: ReactNode; bad?: boolean; children: ReactNode }) => (
  <p className={cx(styles.state, bad && styles.bad)}>
    {icon}
    <span>{children}</span>
  </p>
)
