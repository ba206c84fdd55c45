import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { offerOf } from '#contract/quotes/rules.ts'
import {
  requestFilters,
  requestsUnder,
  type RequestFilter,
  type StoreQuoteItem,
} from '#localdb/queries/stores/answers.ts'
import { links } from '../../../links/links.ts'
import { useStoreLive, useStoreOpened } from '../../../data/stores/use-store.ts'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { SyncMark } from '../../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { Chip, ChipRow } from '../../../ui/controls/chip.tsx'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { exactTime, RelativeTime, useNow } from '../../../ui/time.tsx'
import styles from '../answers.module.css'
import { RequestBadge } from './request-badge.tsx'
import { useShown } from '../use-shown.ts'

const A_PAGE = 40

/** The prices that the store is asked for, by what they ask of it. */
export function RequestList() {
  const [filter, show] = useShown(requestFilters, 'waiting')
  return <List key={filter} filter={filter} onShow={show} />
}

function List({ filter, onShow }: { filter: RequestFilter; onShow(filter: RequestFilter): void }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const now = useNow() ?? 0
  const at = useStoreParam()
  const [pages, setPages] = useState(1)
  const query = useMemo(() => requestsUnder(filter, pages * A_PAGE, now), [filter, pages, now])
  const list = useStoreLive(query)
  const opened = useStoreOpened<'storeQuotes', StoreQuoteItem>(list?.items, 'storeQuotes')
  const buyers = new Map((opened?.rows ?? []).map(({ id, buyer }) => [id, buyer]))
  return (
    <Section title={t('asks.requests')}>
      <ChipRow label={t('asks.showRequests')}>
        {requestFilters.map((one) => (
          <Chip key={one} on={one === filter} onChange={() => onShow(one)}>
            {t(`asks.filter.${one}`)}
            {list && one !== 'all' && list.counts[one] > 0 && ` (${number(list.counts[one])})`}
          </Chip>
        ))}
      </ChipRow>
      {!list ? (
        <Skeleton height="6rem" />
      ) : list.items.length === 0 ? (
        <p className={styles.soft}>{t(`asks.nothing.${list.counts.all === 0 ? 'all' : filter}`)}</p>
      ) : (
        <ul className={styles.rows} aria-label={t('asks.requests')}>
          {list.items.map((quote) => (
            <li key={quote.id}>
              <Row quote={quote} buyer={buyers.get(quote.id)} href={links.centreRequest(quote.id, at)} />
            </li>
          ))}
        </ul>
      )}
      {list && list.counts[filter] > list.items.length && (
        <Button kind="secondary" onClick={() => setPages(pages + 1)}>
          {t('orders.showMore')}
        </Button>
      )}
    </Section>
  )
}

interface RowProps {
  quote: StoreQuoteItem
  /** Undefined until it is opened. */
  buyer: string | undefined
  href: string
}

function Row({ quote, buyer, href }: RowProps) {
  const { t } = useTranslation()
  const { number, locale } = useFormat()
  const pieces = (quote.rounds.at(-1)?.lines ?? []).reduce((sum, { num }) => sum + num, 0)
  const offer = quote.state === 'offered' || quote.state === 'accepted' ? offerOf(quote) : undefined
  return (
    <a href={href} className={styles.row}>
      <span className={styles.thumb} aria-hidden="true">
        <PictureView sources={pictureSources(quote.picture)} alt="" tint={quote.picture?.tint} sizes="56px" />
      </span>
      <span className={styles.words}>
        <span className={styles.title} dir="auto">
          {textIn(quote.title, locale)}
        </span>
        <span className={styles.soft}>
          <bdi>{buyer ?? '\u00a0'}</bdi> · {t('goods.pieces', { n: number(pieces) })}
          {quote.drawn !== undefined && ` · ${t('asks.drawn')}`}
        </span>
        <span className={styles.soft}>
          <RequestBadge quote={quote} /> <RelativeTime at={quote.at} /> {quote.pending && <SyncMark />}
        </span>
        {offer && (
          <span className={styles.soft}>{t('quotes.offerUntil', { time: exactTime(offer.until, locale) })}</span>
        )}
      </span>
    </a>
  )
}
