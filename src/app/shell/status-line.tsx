import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Status } from '#localdb/queries/status.ts'
import { noteUnsent } from '../../data/background-sync.ts'
import { usePerson } from '../../data/use-person.ts'
import { useDeviceOnline, useStatus } from '../../data/use-status.ts'
import { cx } from '../../ui/cx.ts'
import { links } from '../links.ts'
import { useEntry } from '../navigation.ts'
import styles from './status-line.module.css'

type Message = 'offline' | 'update' | 'needsYou' | 'sending' | 'done' | undefined

/** The most important message about the network and unsent work. */
function messageOf(s: Status | undefined, guest: boolean, deviceOnline: boolean): Message {
  if (!deviceOnline || s?.online === false) return 'offline'
  if (!s) return undefined
  if (s.updateNeeded) return 'update'
  if (s.needsYou > 0 || s.session === 'gone') return 'needsYou'
  // A guest's work waits for the person, not for the network.
  return !guest && s.waiting > 0 ? 'sending' : undefined
}

/** A short send needs no message, and a "not reached" left from the last visit is no news. */
const PATIENCE: Record<Exclude<Message, undefined>, number> = {
  offline: 0,
  update: 0,
  needsYou: 0,
  sending: 500,
  done: 0,
}
const DONE_MS = 4000
const WAKE_MS = 1500

/** One quiet line under the top bar, shown only when there is something to say; it links to the waiting changes. */
export function StatusLine() {
  const { t } = useTranslation()
  const person = usePerson()
  const deviceOnline = useDeviceOnline()
  const awake = useAfter(WAKE_MS)
  const now = useStatus()
  const message = messageOf(now && { ...now, online: now.online || !awake }, person?.guest ?? true, deviceOnline)
  const waiting = now?.waiting
  const left = waiting ?? 0
  const shown = useShown(message, waiting === 0)
  useEffect(() => {
    if (waiting !== undefined) noteUnsent(waiting)
  }, [waiting])
  const held = now?.session === 'gone'
  const lines: Record<Exclude<Message, undefined>, { icon: ReactNode; text: string }> = {
    offline: { icon: <CloudOff />, text: left > 0 ? t('status.offlineSaved', { count: left }) : t('status.offline') },
    update: { icon: <CircleAlert />, text: t('refusals.updateNeeded') },
    needsYou: {
      icon: <CircleAlert />,
      text: held
        ? left > 0
          ? t('status.signIn', { count: left })
          : t('status.signInAgain')
        : t('status.needsYou', { count: now?.needsYou ?? 0 }),
    },
    sending: { icon: <CloudUpload />, text: t('status.sending', { count: left }) },
    done: { icon: <CloudCheck />, text: t('status.done') },
  }
  const entry = useEntry()
  const line = shown && lines[shown]
  return (
    <div role="status" className={cx(styles.line, line && styles[shown])}>
      {line && (
        <a
          href={
            shown === 'needsYou' && held
              ? links.login(true, `${entry.path}${entry.search}`)
              : links.sync(shown === 'needsYou' ? 'needs' : undefined)
          }
          className={styles.link}
        >
          {line.icon}
          <span>{line.text}</span>
        </a>
      )}
    </div>
  )
}

/** Follows the message with a delay; when nothing is left to say or send, shows "done" for a while. */
function useShown(message: Message, allDone: boolean): Message {
  // If there is no network at the start, the line is there at the start, so that nothing moves for it.
  const [shown, setShown] = useState<Message>(message)
  useEffect(() => {
    if (message === shown) return
    if (message) {
      const timer = setTimeout(() => setShown(message), PATIENCE[message])
      return () => clearTimeout(timer)
    }
    // A guest's changes keep waiting, so there is no "done".
    if (shown !== 'done') return setShown(allDone ? 'done' : undefined)
    const timer = setTimeout(() => setShown(undefined), DONE_MS)
    return () => clearTimeout(timer)
  }, [message, shown, allDone])
  return shown
}

function useAfter(ms: number): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return past
}
