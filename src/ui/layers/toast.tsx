import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useLabels } from '../labels.ts'
import styles from './toast.module.css'

export interface ToastMessage {
  text: string
  /** `bad` is a refusal or failure; it stays longer. */
  kind?: 'plain' | 'good' | 'bad'
  /** One action, such as undo. */
  action?: { label: string; run(): void }
}

interface Shown extends ToastMessage {
  id: number
  at: number
}

const ToastContext = createContext<(message: ToastMessage) => void>(() => {})
const LeaveContext = createContext<() => void>(() => {})

/** A toast of a gesture that leads to another screen is about that one (ms). */
const BRINGS_ALONG_MS = 1000

/** Fields that are typed into: on a phone a toast makes way while one of them has the focus. */
const TYPED = "input:not([type='checkbox'], [type='radio']), textarea"

/** Shows a short message at the bottom of the screen; read out politely. */
export const useToast = (): ((message: ToastMessage) => void) => useContext(ToastContext)

/** Toasts leave with the screen that they were shown on. */
export function useToastsLeave(screen: string): void {
  const leave = useContext(LeaveContext)
  const last = useRef(screen)
  useEffect(() => {
    if (last.current !== screen) leave()
    last.current = screen
  }, [screen, leave])
}

/** The region in which toasts appear; once, around the app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const labels = useLabels()
  const [shown, setShown] = useState<Shown>()
  const region = useRef<HTMLDivElement>(null)
  const count = useRef(0)
  const toast = useCallback(
    (message: ToastMessage) => setShown({ ...message, id: ++count.current, at: performance.now() }),
    [],
  )
  const leave = useCallback(
    () => setShown((now) => (now && performance.now() - now.at < BRINGS_ALONG_MS ? now : undefined)),
    [],
  )

  useEffect(() => {
    if (!shown) return
    // A popover opened last lies over an open sheet. Where there are none, it is shown by itself, over everything else.
    region.current?.showPopover?.()
    const timer = window.setTimeout(() => setShown(undefined), shown.kind === 'bad' || shown.action ? 7000 : 3500)
    const element = region.current
    // A toast that has made way for typing stays where it is: a press that ends the typing must not find it below.
    const makeWay = () => {
      if (document.activeElement?.matches(TYPED)) element?.classList.add(styles.aside!)
    }
    makeWay()
    document.addEventListener('focusin', makeWay)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('focusin', makeWay)
      element?.classList.remove(styles.aside!)
      element?.hidePopover?.()
    }
  }, [shown])

  return (
    <ToastContext value={toast}>
      <LeaveContext value={leave}>{children}</LeaveContext>
      <div role="log" aria-live="polite" aria-label={labels.notifications} className="visually-hidden">
        {shown?.text}
      </div>
      <div ref={region} popover="manual" role="region" aria-label={labels.notifications} className={styles.region}>
        {shown && (
          <div key={shown.id} className={cx(styles.toast, styles[shown.kind ?? 'plain'])}>
            <span aria-hidden={shown.action ? undefined : true}>{shown.text}</span>
            {shown.action && (
              <button
                type="button"
                className={styles.action}
                onClick={() => {
                  shown.action?.run()
                  setShown(undefined)
                }}
              >
                {shown.action.label}
              </button>
            )}
          </div>
        )}
      </div>
    </ToastContext>
  )
}
