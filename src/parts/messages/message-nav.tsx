import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { ChipLink } from '../../ui/controls/chip.tsx'
import styles from './message-nav.module.css'

/** The lists of what a person is told, says, asks a price for and waits for. */
export function MessageNav({ current }: { current: 'all' | 'talks' | 'quotes' | 'watches' }) {
  const { t } = useTranslation()
  const nav = useRef<HTMLElement>(null)
  // The row scrolls where it does not fit.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  const pages = [
    ['all', links.messages],
    ['talks', links.talks],
    ['quotes', links.quotes],
    ['watches', links.watches],
  ] as const
  return (
    <nav ref={nav} aria-label={t('messages.nav')} className={styles.nav}>
      {pages.map(([name, href]) => (
        <ChipLink key={name} href={href} current={name === current}>
          {t(`messages.${name}`)}
        </ChipLink>
      ))}
    </nav>
  )
}
