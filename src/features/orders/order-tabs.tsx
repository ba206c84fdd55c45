import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { orderTabs, type OrderTab } from '#contract/rules/order-states.ts'
import { cx } from '../../ui/cx.ts'
import styles from './orders.module.css'

export const tabNames = Object.keys(orderTabs) as OrderTab[]

/** The lists of orders (spec §2) as tabs; arrow keys move between them. `panel` is the id of the panel they control. */
export function OrderTabs({ tab, panel, onChange }: { tab: OrderTab; panel: string; onChange(tab: OrderTab): void }) {
  const { t } = useTranslation()
  const chosen = useRef<HTMLButtonElement>(null)
  // In braces: newer browsers return a promise, which is no clean-up function.
  useEffect(() => {
    chosen.current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [tab])
  const move = (e: KeyboardEvent<HTMLElement>) => {
    const back = e.currentTarget.matches(':dir(rtl)') ? 'ArrowRight' : 'ArrowLeft'
    const step = e.key === back ? -1 : e.key === 'ArrowLeft' || e.key === 'ArrowRight' ? 1 : 0
    const next =
      e.key === 'Home'
        ? tabNames[0]
        : e.key === 'End'
          ? tabNames.at(-1)
          : step
            ? tabNames.at((tabNames.indexOf(tab) + step) % tabNames.length)
            : undefined
    if (!next) return
    e.preventDefault()
    onChange(next)
    e.currentTarget.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus()
  }
  return (
    <div role="tablist" aria-label={t('orders.tabsLabel')} className={styles.tabs} onKeyDown={move}>
      {tabNames.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${panel}-${name}`}
          data-tab={name}
          ref={name === tab ? chosen : undefined}
          aria-selected={name === tab}
          aria-controls={panel}
          tabIndex={name === tab ? 0 : -1}
          className={cx(styles.tab, name === tab && styles.on)}
          onClick={() => onChange(name)}
        >
          {t(`orders.tabs.${name}`)}
        </button>
      ))}
    </div>
  )
}
