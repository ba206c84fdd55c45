import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleX from 'lucide-react/icons/circle-x'
import CloudCheck from 'lucide-react/icons/cloud-check'
import Clock from 'lucide-react/icons/clock'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { unsent } from '#localdb/queries/account.ts'
import { links } from '../../app/links.ts'
import { useCall } from '../../data/use-call.ts'
import { useFlush } from '../../data/use-flush.ts'
import { useLive } from '../../data/use-live.ts'
import type { Account } from '../../data/use-profile.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { useLabels } from '../../ui/labels.ts'
import { relativeTime, useNow } from '../../ui/time.tsx'
import { cx } from '../../ui/cx.ts'
import styles from './mine.module.css'

/** Where the person's work stands: what waits, what was refused, and when the shop was last reached. */
export function MineSync({ guest, account }: { guest: boolean; account: Account }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { locale, justNow } = useLabels()
  const now = useNow()
  const flush = useFlush()
  const [busy, setBusy] = useState(false)
  const counts = useLive(unsent, [])
  if (!counts) return null
  const { waiting, held, conflicts, refused } = counts
  const contact = account.link?.lastContact
  const n = (count: number) => ({ n: format.number(count) })
  // News for a day.
  const merged = account.merged && now !== undefined && now - account.merged.at < 86_400_000 ? account.merged : undefined
  const nothing = waiting + held + conflicts + refused === 0
  const send = async () => {
    setBusy(true)
    await flush().finally(() => setBusy(false))
  }
  return (
    <Card className={styles.headed}>
      <Section title={t('mine.sync')}>
        <div className={styles.sync}>
          <div className={styles.states}>
            {nothing && <State icon={<CloudCheck />}>{t(guest ? 'mine.syncNone' : 'mine.syncDone')}</State>}
            {waiting > 0 && <State icon={<Clock />}>{t(guest ? 'mine.syncGuest' : 'mine.syncWaiting', n(waiting))}</State>}
            {held > 0 && <State icon={<Clock />}>{t('mine.syncWaiting', n(held))}</State>}
            {conflicts > 0 && <State bad icon={<CircleAlert />}>{t('mine.syncConflict', n(conflicts))}</State>}
            {refused > 0 && <State bad icon={<CircleX />}>{t('mine.syncRefused', n(refused))}</State>}
            {merged && <State icon={<CloudCheck />}>{t('mine.syncMerged', n(merged.intents))}</State>}
          </div>
          {merged && <MergeChoice undoable={Boolean(merged.undo?.length)} />}
          {held > 0 && account.link?.session === 'gone' && <p className={styles.soft}>{t('mine.syncHeld')}</p>}
          {guest && waiting > 0 && <p className={styles.soft}>{t('mine.syncGuestHint')}</p>}
          {!guest && <p className={styles.soft}>{contact && now ? t('mine.lastContact', { when: relativeTime(contact, now, locale, justNow) }) : t('mine.neverContact')}</p>}
          {account.link?.session === 'gone' ? <ButtonLink kind="secondary" href={links.login(true, links.mine)}>{t('mine.login')}</ButtonLink>
            : !guest && waiting > 0 && <Button kind="secondary" busy={busy} onClick={() => void send()}>{t('mine.sendNow')}</Button>}
        </div>
      </Section>
    </Card>
  )
}

/** What was taken over from before signing in stays, or is taken back. */
function MergeChoice({ undoable }: { undoable: boolean }) {
  const { t } = useTranslation()
  const settle = useCall('merge.settle')
  return (
    <div className={styles.choice}>
      {undoable && <Button kind="secondary" small busy={settle.busy} onClick={() => void settle.call({ undo: true })}>{t('mine.undoMerge')}</Button>}
      <Button kind="quiet" small onClick={() => void settle.call({ undo: false })}>{t('mine.keepMerge')}</Button>
    </div>
  )
}

const State = ({ icon, bad, children }: { icon: ReactNode; bad?: boolean; children: ReactNode }) => (
  <p className={cx(styles.state, bad && styles.bad)}>{icon}<span>{children}</span></p>
)
