import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Status } from '#localdb/queries/sync/status.ts'
import { noteUnsent } from '../../data/worker/background-sync.ts'
import { later } from '../../data/loading/later.tsx'
import { usePerson } from '../../data/use-person.ts'
import { useDeviceOnline, useStatus } from '../../data/use-status.ts'
import { CountBadge } from '../../ui/blocks/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { links } from '../../links/links.ts'
import { useEntry } from '../navigation.ts'
import type { StatusMessage } from './status-message.ts'
import styles from './status-place.module.css'

const StatusIcon = later('status', async () => (await import('./status-later.tsx')).StatusIcon)
const StatusDetails = later('status', async () => (await import('./status-later.tsx')).StatusDetails)

/** The most important message about the network and unsent work. */
function messageOf(s: Status | undefined, guest: boolean, deviceOnline: boolean): StatusMessage | undefined {
  if (!deviceOnline || s?.online === false) return 'offline'
  if (!s) return undefined
  if (s.updateNeeded) return 'update'
  if (s.session === 'gone') return 'logIn'
  if (s.needsYou > 0) return 'needsYou'
  // A guest's work waits for the person, not for the network.
  return !guest && s.waiting > 0 ? 'sending' : undefined
}

/** A short send needs no message, and a "not reached" left from the last visit is no news (ms). */
const SENDING_MS = 500
const DONE_MS = 4000
const WAKE_MS = 1500
const DETAILS = 'status-details'

/**
 * The status in the top bar, in a place kept free for it, so that nothing moves when it comes and goes: an icon and two
 * words. What needs the person leads there; the rest says more on a tap.
 */
export function StatusPlace() {
  const { t } = useTranslation()
  const person = usePerson()
  const entry = useEntry()
  const deviceOnline = useDeviceOnline()
  const awake = useAfter(WAKE_MS)
  const [open, setOpen] = useState<'popover' | 'plain'>()
  // A browser without popovers shows it in the page, and hides it at the next tap.
  const tapped = () => {
    if (!('showPopover' in HTMLElement.prototype)) setOpen((now) => (now ? undefined : 'plain'))
  }
  const now = useStatus()
  const message = messageOf(now && { ...now, online: now.online || !awake }, person?.guest ?? true, deviceOnline)
  const waiting = now?.waiting
  const shown = useShown(message, waiting === 0)
  useEffect(() => {
    if (waiting !== undefined) noteUnsent(waiting)
  }, [waiting])
  const count = (shown === 'needsYou' ? now?.needsYou : waiting) ?? 0
  const body = shown && (
    <>
      <span className={styles.icon}>
        <StatusIcon message={shown} />
        <CountBadge count={count} />
      </span>
      <span>
        {t(`status.${shown}`)}
        {count > 0 && <span className="visually-hidden"> {count}</span>}
      </span>
    </>
  )
  const look = cx(styles.status, shown && styles[shown])
  const act =
    shown === 'needsYou'
      ? links.sync('needs')
      : shown === 'logIn'
        ? links.login(true, `${entry.path}${entry.search}`)
        : undefined
  return (
    <>
      <div role="status" className={styles.place}>
        {act ? (
          <a href={act} className={look}>
            {body}
          </a>
        ) : (
          shown && (
            <button type="button" popoverTarget={DETAILS} className={look} onClick={tapped}>
              {body}
            </button>
          )
        )}
      </div>
      <div
        key={entry.key}
        id={DETAILS}
        popover="auto"
        className={styles.details}
        data-open={open === 'plain' || undefined}
        onToggle={(event) => setOpen(event.newState === 'open' ? 'popover' : undefined)}
      >
        {open && <StatusDetails message={shown ?? 'done'} waiting={count} />}
      </div>
    </>
  )
}

/** Follows the message with a delay; when nothing is left to say or send, shows "done" for a while. */
function useShown(message: StatusMessage | undefined, allDone: boolean): StatusMessage | undefined {
  const [shown, setShown] = useState(message)
  useEffect(() => {
    if (message === shown) return
    if (message) {
      const timer = setTimeout(() => setShown(message), message === 'sending' ? SENDING_MS : 0)
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
