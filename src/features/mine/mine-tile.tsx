import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/format/use-format.ts'
import { CountBadge } from '../../ui/blocks/badge.tsx'
import styles from './mine.module.css'

/**
 * A way onward as an icon over its name. `waits` is the number of what waits for the person, `has` that of what is
 * there.
 */
export function Tile({
  href,
  icon,
  name,
  waits = 0,
  has = 0,
}: {
  href: string
  icon: ReactNode
  name: string
  waits?: number
  has?: number
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const count = waits || has
  return (
    <li>
      <a
        href={href}
        className={styles.tile}
        aria-label={count > 0 ? t('mine.tabCount', { tab: name, n: format.number(count) }) : name}
      >
        <span className={styles.tileIcon} aria-hidden="true">
          {icon}
          <CountBadge count={waits} />
        </span>
        <span aria-hidden="true">
          {name}
          {waits === 0 && has > 0 && <span className={styles.has}>{format.number(has)}</span>}
        </span>
      </a>
    </li>
  )
}
