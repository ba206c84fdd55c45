import BadgePercent from 'lucide-react/icons/badge-percent'
import { useTranslation } from 'react-i18next'
import { groupBy } from '#contract/lists/group-by.ts'
import { quoteItems, type QuoteItem } from '#localdb/queries/quotes/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { MessageNav } from '../../parts/messages/message-nav.tsx'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import { RefusedList } from '../../parts/changes/refused-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { RelativeTime, useNow } from '../../ui/time.tsx'
import { leading, useQuoteNames } from './quote-facts.ts'
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
        <>
          <EmptyState
            icon={<BadgePercent />}
            title={t('quotes.empty')}
            text={t('quotes.emptyHint')}
            action={<ButtonLink href={links.products()}>{t('messages.browse')}</ButtonLink>}
          />
          <Beneath />
        </>
      ) : (
        <ul className={styles.list} aria-label={t('quotes.list')}>
          {inOrders(quotes).map((group) => (
            <QuoteRow key={group[0].id} group={group} />
          ))}
        </ul>
      )}
    </Screen>
  )
}

type Group = readonly [QuoteItem, ...QuoteItem[]]

/** Quotes, those of an order that a store drew up as one. */
const inOrders = (quotes: readonly QuoteItem[]): Group[] =>
  [...groupBy(quotes, ({ id, drawn }) => drawn ?? id).values()] as unknown as Group[]

function QuoteRow({ group }: { group: Group }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shop, title } = useQuoteNames()
  const quote = leading(group, useNow() ?? 0)
  const lines = group.flatMap(({ rounds }) => rounds.at(-1)?.lines ?? [])
  const pieces = lines.reduce((sum, { num }) => sum + num, 0)
  const more = group.length - 1
  return (
    <li>
      <a href={links.quote(quote.id)} className={styles.row}>
        <span className={styles.thumb} aria-hidden="true">
          <PictureView sources={pictureSources(quote.picture)} alt="" tint={quote.picture?.tint} sizes="56px" />
        </span>
        <span className={styles.words}>
          <span className={styles.title} dir="auto">
            {more > 0 ? t('quotes.andMore', { title: title(quote), n: format.number(more) }) : title(quote)}
          </span>
          <span className={styles.soft}>
            {quote.drawn === undefined ? <bdi>{shop(quote)}</bdi> : t('quotes.drawn', { shop: shop(quote) })} ·{' '}
            {t('goods.pieces', { n: format.number(pieces) })}
          </span>
          <span className={styles.soft}>
            <StateBadge quote={quote} /> <RelativeTime at={quote.at} />{' '}
            {group.some(({ pending }) => pending > 0) && <SyncMark />}
          </span>
        </span>
      </a>
    </li>
  )
}
