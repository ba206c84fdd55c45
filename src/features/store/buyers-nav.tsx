import { useTranslation } from 'react-i18next'
import { answersWaiting } from '#localdb/queries/stores/answers.ts'
import { unseenLines } from '#localdb/queries/messages/store-talks.ts'
import { links } from '../../links/links.ts'
import { useStoreLive } from '../../data/stores/use-store.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useStoreParam } from '../../parts/stores/open-desk.tsx'
import { ChipLink } from '../../ui/controls/chip.tsx'
import styles from './answers.module.css'

/**
 * Links to the store's conversations, price requests and reviews, each with its count of unseen or unanswered items.
 */
export function BuyersNav({ current }: { current: 'talks' | 'requests' | 'reviews' }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const at = useStoreParam()
  const waiting = useStoreLive(answersWaiting)
  const unseen = useStoreLive(unseenLines)
  const counts = { ...waiting, talks: unseen }
  const pages = [
    ['talks', links.storeTalks(at)],
    ['requests', links.centreRequests(at)],
    ['reviews', links.centreReviews(at)],
  ] as const
  return (
    <nav aria-label={t('centre.tabs.buyers')} className={styles.nav}>
      {pages.map(([name, href]) => (
        <ChipLink key={name} href={href} current={name === current}>
          {t(`asks.${name}`)}
          {(counts[name] ?? 0) > 0 && ` (${number(counts[name] ?? 0)})`}
        </ChipLink>
      ))}
    </nav>
  )
}
