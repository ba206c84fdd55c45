import { useEffect, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnChange } from '#localdb/queries/sync/changes.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { hasSubjectName, useSubjectText } from '../../parts/changes/use-subject-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import styles from './sync.module.css'
import { useEffectText } from './use-change-text.ts'

interface ChangeListProps<C extends OwnChange> {
  title: string
  /** Undefined until the device has answered. */
  changes: readonly C[] | undefined
  /** The number of changes in all; the list may show fewer. */
  total: number
  more?(): void
  /** Shown when there are none. */
  none: string
  /** Shown above the list when there are some. */
  hint?: string | undefined
  /** The time shown with each change, with a label where its meaning is not obvious. */
  when(change: C): { at: number; label?: string }
  /** The screen was opened for this list: its heading takes the focus once it is there. */
  first?: boolean
  /** More about a change, and the actions on it; `subjectText` names its subject. */
  children?(change: C, subjectText: string): ReactNode
}

/**
 * For this long after a change has left the list, a tap may be meant for it and not for the one that has moved under
 * the finger (ms).
 */
const DOUBLE_TAP = 400

/** Changes in the person's words, each with its actions; the focus stays in the list when one leaves it. */
export function ChangeList<C extends OwnChange>({
  title,
  changes,
  total,
  more,
  none,
  hint,
  when,
  first,
  children,
}: ChangeListProps<C>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const subjectTextOf = useSubjectText(changes)
  const doesOf = useEffectText()
  const heading = useRef<HTMLHeadingElement>(null)
  const item = useKeptFocus(changes?.map((c) => c.intentId) ?? [], heading)
  const unlessMoved = useUnlessMoved(changes)
  const led = useRef(false)
  const there = changes !== undefined
  useEffect(() => {
    if (!first || !there || led.current) return
    led.current = true
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [first, there])
  return (
    <section className={styles.section}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {title}
        {total > 0 && <span className={styles.count}>{number(total)}</span>}
      </h2>
      {changes?.length === 0 && <p className={styles.soft}>{none}</p>}
      {hint && changes && changes.length > 0 && <p className={styles.soft}>{hint}</p>}
      {changes && changes.length > 0 && (
        // Only stops what comes too soon: what is pressed has its own keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
        // jsx-a11y/no-noninteractive-element-interactions
        <ul className={styles.list} aria-label={title} onClickCapture={unlessMoved}>
          {changes.map((change) => {
            const subjectText = subjectTextOf(change)
            const { label, at } = when(change)
            return (
              // Takes the focus only when the change before it has left.
              <li key={change.intentId} ref={item(change.intentId)} tabIndex={-1} className={styles.change}>
                <p className={styles.does}>{doesOf(change.does)}</p>
                <h3 className={styles.title}>
                  {hasSubjectName(change) ? (
                    <bdi>{subjectText}</bdi>
                  ) : (
                    <>
                      <Skeleton width="60%" />
                      <span className="visually-hidden">{subjectText}</span>
                    </>
                  )}
                </h3>
                <p className={styles.soft}>
                  {label && <>{label} · </>}
                  <RelativeTime at={at} />
                </p>
                {children?.(change, subjectText)}
              </li>
            )
          })}
        </ul>
      )}
      {more && changes && changes.length < total && (
        <div className={styles.rest}>
          <span className={styles.soft}>{t('sync.someOf', { n: number(changes.length), total: number(total) })}</span>
          <Button kind="secondary" small onClick={more}>
            {t('sync.showMore')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Ignores a tap right after a change has left: the second tap of a double tap would hit the next change. */
function useUnlessMoved(changes: readonly OwnChange[] | undefined): (event: MouseEvent) => void {
  const before = useRef<readonly OwnChange[]>([])
  const leftAt = useRef(-Infinity)
  useLayoutEffect(() => {
    const ids = new Set(changes?.map((c) => c.intentId))
    if (before.current.some((c) => !ids.has(c.intentId))) leftAt.current = performance.now()
    before.current = changes ?? []
  }, [changes])
  return (event) => {
    // A click by keyboard has `detail` 0: the focus is on the change itself by then.
    if (event.detail === 0 || performance.now() - leftAt.current > DOUBLE_TAP) return
    event.preventDefault()
    event.stopPropagation()
  }
}
