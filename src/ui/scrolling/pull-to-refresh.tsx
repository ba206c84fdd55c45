import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useLabels } from '../labels.ts'
import styles from './pull-to-refresh.module.css'

const TRIGGER_PX = 72

/** Pulling its content down from the top of the page with a finger refreshes it. */
export function PullToRefresh({ onRefresh, children }: { onRefresh(): Promise<unknown>; children: ReactNode }) {
  const labels = useLabels()
  const root = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const refresh = useEffectEvent(() => {
    setBusy(true)
    void onRefresh().finally(() => setBusy(false))
  })

  useEffect(() => {
    const element = root.current
    if (!element) return
    let from: { x: number; y: number } | undefined
    let pulled = 0
    // Touch events go to the element that was touched, and reach no parent once the content has been replaced under
    // the finger.
    let touched: EventTarget | null = null
    const show = (px: number) => {
      pulled = px
      element.style.setProperty('--pulled', `${px}px`)
      element.style.setProperty('--share', String(Math.min(1, px / TRIGGER_PX)))
    }
    const begin = (e: TouchEvent) => {
      const [finger, second] = e.touches
      // Touches in a dialog over the page (enlarged pictures) belong to the dialog.
      const over = (e.target as Element).closest('dialog') !== null
      from = finger && !second && !over && scrollY <= 0 ? { x: finger.clientX, y: finger.clientY } : undefined
      follow(from ? e.target : null)
    }
    const move = (e: TouchEvent) => {
      if (from === undefined) return
      const distance = e.touches[0]!.clientY - from.y
      // Sideways drags belong to the content that scrolls sideways.
      if (!pulled && Math.abs(e.touches[0]!.clientX - from.x) > Math.abs(distance)) {
        from = undefined
        return
      }
      if (distance <= 0 || scrollY > 0) {
        if (pulled) show(0)
        return
      }
      show(Math.min(TRIGGER_PX * 1.4, distance / 2))
    }
    const end = () => {
      const go = pulled >= TRIGGER_PX
      from = undefined
      follow(null)
      if (go) refresh()
    }
    const follow = (next: EventTarget | null) => {
      show(0)
      touched?.removeEventListener('touchmove', move as EventListener)
      touched?.removeEventListener('touchend', end)
      touched?.removeEventListener('touchcancel', end)
      touched = next
      touched?.addEventListener('touchmove', move as EventListener, { passive: true })
      touched?.addEventListener('touchend', end)
      touched?.addEventListener('touchcancel', end)
    }
    element.addEventListener('touchstart', begin, { passive: true })
    return () => {
      element.removeEventListener('touchstart', begin)
      follow(null)
    }
  }, [])

  return (
    <div ref={root} className={styles.root}>
      <div className={styles.mark} data-busy={busy || undefined} aria-hidden="true">
        <RefreshCw />
      </div>
      <span className="visually-hidden" aria-live="polite">
        {busy ? labels.refreshing : ''}
      </span>
      {children}
    </div>
  )
}
