import X from 'lucide-react/icons/x'
import { useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useLabels } from '../labels.ts'
import styles from './sheet.module.css'
import { useBackCloses } from './use-back-closes.ts'

interface SheetProps {
  open: boolean
  /** Called however the sheet is closed: button, swipe down, Back, Escape, press beside it. */
  onClose(): void
  title: string
  children: ReactNode
  /** Stays at the bottom while the rest scrolls: the sheet's action. */
  footer?: ReactNode
}

const SWIPE_PX = 90

/** A modal sheet that rises from below (from 768 px: a centred card), over a `<dialog>`. */
export function Sheet({ open, onClose, title, children, footer }: SheetProps) {
  const labels = useLabels()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const drag = useRef<number | undefined>(undefined)
  useBackCloses(open, onClose)

  // A layout effect, so that the focus is given back also where the sheet is taken away as a whole.
  useLayoutEffect(() => {
    const d = dialog.current
    if (!open || !d) return
    const opener = document.activeElement
    d.showModal()
    return () => {
      d.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [open])

  const move = (e: PointerEvent) => {
    const d = dialog.current
    if (drag.current === undefined || !d) return
    d.style.translate = `0 ${Math.max(0, e.clientY - drag.current)}px`
  }
  const drop = (e: PointerEvent) => {
    const d = dialog.current
    if (drag.current === undefined || !d) return
    const far = e.clientY - drag.current > SWIPE_PX
    drag.current = undefined
    d.style.translate = ''
    if (far && e.type === 'pointerup') onClose()
  }
  return (
    // A press beside the sheet closes it, and so does Escape: the dialog's own cancel.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={`${id}-title`}
      onCancel={(e) => {
        e.preventDefault()
        onClose()
      }}
      onClick={(e) => {
        if (e.target === dialog.current) onClose()
      }}
    >
      {open && (
        <div className={styles.body}>
          <header
            className={styles.head}
            onPointerDown={(e) => {
              if (!(e.target as Element).closest('button')) {
                drag.current = e.clientY
                e.currentTarget.setPointerCapture(e.pointerId)
              }
            }}
            onPointerMove={move}
            onPointerUp={drop}
            onPointerCancel={drop}
          >
            <h2 id={`${id}-title`} className={styles.title}>
              {title}
            </h2>
            <IconButton label={labels.close} icon={<X />} onClick={onClose} />
          </header>
          <div className={styles.content}>{children}</div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}
