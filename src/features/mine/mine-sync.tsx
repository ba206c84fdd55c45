import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import CloudCheck from 'lucide-react/icons/cloud-check'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../app/links.ts'
import { useCall } from '../../data/use-call.ts'
import type { Account } from '../../data/use-profile.ts'
import { useStatus } from '../../data/use-status.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { useNow } from '../../ui/time.tsx'
import styles from './mine.module.css'

/** The state of the person's unsent changes in short; the sync centre has the rest. */
export function MineSync({ guest, account }: { guest: boolean; account: Account }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const state = useStatus()
  if (!state) return null
  const { waiting, needsYou } = state
  const gone = account.link?.session === 'gone'
  const n = (count: number) => ({ n: format.number(count) })
  // Shown for a day.
  const merged =
    account.merged && now !== undefined && now - account.merged.at < 86_400_000 ? account.merged : undefined
  return (
    <Card className={styles.headed}>
      <Section title={t('mine.sync')}>
        <div className={styles.sync}>
          <div className={styles.states}>
            {needsYou > 0 && (
              <State bad icon={<CircleAlert />}>
                {t('mine.syncNeedsYou', n(needsYou))}
              </State>
            )}
            {waiting > 0 && (
              <State icon={<Clock />}>{t(guest ? 'mine.syncGuest' : 'mine.syncWaiting', n(waiting))}</State>
            )}
            {waiting + needsYou === 0 && (
              <State icon={<CloudCheck />}>{t(guest ? 'mine.syncNone' : 'mine.syncDone')}</State>
            )}
            {merged && <State icon={<CloudCheck />}>{t('mine.syncMerged', n(merged.intents))}</State>}
          </div>
          {merged && <MergeChoice undoable={Boolean(merged.undo?.length)} />}
          {guest && waiting > 0 && <p className={styles.soft}>{t('mine.syncGuestHint')}</p>}
          {gone && waiting > 0 && <p className={styles.soft}>{t('mine.syncHeld')}</p>}
          <div className={styles.choice}>
            {gone && (
              <ButtonLink kind="secondary" href={links.login(true, links.mine)}>
                {t('mine.login')}
              </ButtonLink>
            )}
            <ButtonLink
              kind={needsYou > 0 ? 'primary' : 'secondary'}
              href={links.sync(needsYou > 0 ? 'needs' : undefined)}
            >
              {t('titles.sync')}
            </ButtonLink>
          </div>
        </div>
      </Section>
    </Card>
  )
}

/** The changes made before signing in are kept, or taken back. */
function MergeChoice({ undoable }: { undoable: boolean }) {
  const { t } = useTranslation()
  const settle = useCall('merge.settle')
  return (
    <div className={styles.choice}>
      {undoable && (
        <Button kind="secondary" small busy={settle.busy} onClick={() => void settle.call({ undo: true })}>
          {t('mine.undoMerge')}
        </Button>
      )}
      <Button kind="quiet" small onClick={() => void settle.call({ undo: false })}>
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
