import { createContext, useContext, useLayoutEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { SnapshotContext } from '../../data/document/snapshot.ts'
import { cx } from '../../ui/cx.ts'
import styles from './screen.module.css'

/** The parts of the frame that a screen may fill. */
export interface FrameParts {
  /** Renames the screen in the top bar and the window's title; undefined gives the route's own title back. */
  setTitle(title: string | undefined): void
  /** The element at the end of the top bar; undefined until it is on the page. */
  end: HTMLElement | null
}
export const FrameContext = createContext<FrameParts>({ setTitle: () => {}, end: null })

interface ScreenProps {
  /** Replaces the route's title in the top bar (its h1) and in the window's title. */
  title?: string | undefined
  /** Shown at the end of the top bar: icon buttons. */
  end?: ReactNode
  /** `wide` uses the whole page from 768 px; `narrow` keeps forms and lists to a readable width. */
  width?: 'wide' | 'narrow'
  /** Stays at the bottom of the screen, above the tab bar: the screen's main action. */
  foot?: ReactNode
  children: ReactNode
}

/** The body of a screen, within the frame of the app. Every screen has exactly one. */
export function Screen({ title, end, width = 'wide', foot, children }: ScreenProps) {
  const frame = useContext(FrameContext)
  const { setTitle } = frame
  useContext(SnapshotContext).titled(title)
  useLayoutEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [title, setTitle])
  return (
    <>
      {end && frame.end && createPortal(end, frame.end)}
      <div className={cx(styles.screen, width === 'narrow' && styles.narrow)}>{children}</div>
      {foot && (
        <div className={styles.foot} data-foot="">
          <div className={cx(styles.footInner, width === 'narrow' && styles.narrow)}>{foot}</div>
        </div>
      )}
    </>
  )
}
