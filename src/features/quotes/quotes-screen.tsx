import BadgePercent from 'lucide-react/icons/badge-percent'
import { useTranslation } from 'react-i18next'
import { quoteItems, type QuoteItem } from '#localdb/queries/quotes.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { MessageNav } from '../../parts/message-nav.tsx'
import { pictureSources } from '../../parts/picture-sources.ts'
import { RefusedList } from '../../parts/refused-list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useQuoteNames } from './quote-facts.ts'
import styles from './quotes.module.css'
import { StateBadge } from './state-badge.tsx'

/** The prices that the person asks stores for, the last to change first. */
export function QuotesScreen() {
  const { t } = useTranslation()
  const quotes = useLive(quoteItems, [])
  return (
    <Screen width="narrow">
      <MessageNav current="quotes" />
      <RefusedList of="quote" />
      {!quotes ? (
        <>
          <Skeleton height="5rem" />
          <Skeleton height="5rem" />
        </>
      ) : quotes.length === 0 ? (
        <EmptyState
          icon={<BadgePercent />}
          title={t('quotes.empty')}
          text={t('quotes.emptyHint')}
          action={<ButtonLink href={links.products()}>{t('messages.browse')}</ButtonLink>}
        />
      ) : (
        <ul className={styles.list} aria-label={t('quotes.list')}>
          {quotes.map((quote) => (
            <QuoteRow key={quote.id} quote={quote} />
          ))}
        </ul>
      )}
    </Screen>
  )
}

function QuoteRow({ quote }: { quote: QuoteItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shop, title } = useQuoteNames()
  const pieces = (quote.rounds.at(-1)?.lines ?? []).reduce((sum, { num }) => sum + num, 0)
  return (
    <li>
      <a href={links.quote(quote.id)} className={styles.row}>
        <span className={styles.thumb} aria-hidden="true">
          <Picture sources={pictureSources(quote.picture)} alt="" tint={quote.picture?.tint} sizes="56px" />
        </span>
        <span className={styles.words}>
          <span className={styles.title} dir="auto">
            {title(quote)}
          </span>
          <span className={styles.soft}>
            <bdi>{shop(quote)}</bdi> · {t('goods.pieces', { n: format.number(pieces) })}
          </span>
          <span className={styles.soft}>
            <StateBadge quote={quote} /> <RelativeTime at={quote.at} /> {quote.pending > 0 && <SyncMark />}
          </span>
        </span>
      </a>
    </li>
  )
}
