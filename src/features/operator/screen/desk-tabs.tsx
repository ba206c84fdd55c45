import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { ChipLink } from '../../../ui/controls/chip.tsx'
import { DeskWaiting } from './desk-waiting.tsx'
import type { desks as all } from './desks.ts'
import styles from '../operator.module.css'

/** The ways to the other desks, above one of them, each with what waits there. */
export function DeskTabs({
  desks,
  current,
  counts,
}: {
  desks: readonly (typeof all)[number][]
  current: string
  counts: ReadonlyMap<string, number>
}) {
  const { t } = useTranslation()
  const nav = useRef<HTMLElement>(null)
  // The row scrolls where it does not fit.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={nav} aria-label={t('operator.desks')} className={styles.tabs}>
      {desks.map(({ path, title }) => (
        <ChipLink key={path} href={links.operator(path)} current={path === current}>
          {t(`desks.${title}`)}
          <DeskWaiting count={counts.get(path) ?? 0} />
        </ChipLink>
      ))}
    </nav>
  )
}
