import { useEffect, useRef } from 'react'
import { sinceRecorded } from '../../data/worker/background-sync.ts'
import { useStatus } from '../../data/use-status.ts'
import { links } from '../../links/links.ts'
import { navigate, useEntry } from '../navigation.ts'

/** A session whose end is noticed within this time of a tap ended under that tap (ms): as long as a call may take. */
const UNDER_A_TAP = 30_000

/** Whether something is being typed into a field. */
function isTyping(): boolean {
  const field = document.activeElement
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== ''
}

/**
 * Leads to the login, and back to this screen after it, when the server answers a change just made here that the
 * session has ended (spec §7). The change itself waits on the device and is sent after signing in. When the end is
 * noticed later, or something is being typed, only the status says so: nobody is taken away from their work.
 */
export function useSessionEnd(): void {
  const session = useStatus()?.session
  const before = useRef(session)
  const { path, search } = useEntry()
  useEffect(() => {
    const ended = before.current === 'ok' && session === 'gone'
    before.current = session
    if (!ended || path === '/login' || document.hidden) return
    if (sinceRecorded() <= UNDER_A_TAP && !isTyping()) navigate(links.login(true, path + search), { replace: true })
  }, [session, path, search])
}
