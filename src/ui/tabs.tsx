import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './segmented.module.css'
import { cx } from './cx.ts'

export interface Tab<V extends string> { value: V; label: string; panel(): ReactNode }

/** Panels of which one shows, with the arrow keys of a tab list. */
export function Tabs<V extends string>({ label, tabs, value, onChange }: { label: string; tabs: readonly Tab<V>[]; value: V; onChange(value: V): void }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const at = tabs.findIndex((t) => t.value === value)
    const to = event.key === forward ? at + 1 : event.key === back ? at - 1 : event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : undefined
    const tab = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelector<HTMLElement>(`[data-value="${tab.value}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.row} onKeyDown={move}>
        {tabs.map((t) => (
          <button key={t.value} type="button" role="tab" id={`${id}-${t.value}`} data-value={t.value} aria-selected={t.value === value} aria-controls={`${id}-panel`}
            tabIndex={t.value === value ? 0 : -1} className={cx(styles.segment, t.value === value && styles.on)} onClick={() => onChange(t.value)}>
            {t.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>{tabs.find((t) => t.value === value)?.panel()}</div>
    </>
  )
}
