import BadgePercent from 'lucide-react/icons/badge-percent'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { drawnWith, quoteById, type QuoteItem, type QuoteShown } from '#localdb/queries/quotes/items.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { RefusedList } from '../../parts/changes/refused-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { DrawnOrder } from './drawn-order.tsx'
import { QuoteHistory } from './history.tsx'
import { ProductHead } from './product-head.tsx'
import { useQuoteNames } from './quote-facts.ts'
import { QuoteStanding } from './standing.tsx'

/** One price that a store is asked for: how it stands, what can be done, and what was said. */
export function QuoteScreen() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const read = useLive(async (db) => ({ id, ...(await quoteById(db, id)), order: await drawnWith(db, id) }), [id])
  const found = read?.id === id ? read : undefined
  const productId = found?.quote?.productId ?? 0
  useWant('catalogue.product', { id: productId }, productId > 0)
  if (!found)
    return (
      <Screen width="narrow">
        <Skeleton height="4rem" />
        <Skeleton height="12rem" />
      </Screen>
    )
  if (!found.quote)
    return (
      <Screen width="narrow">
        <EmptyState
          icon={<BadgePercent />}
          title={t('quotes.unknown')}
          text={t('orders.unknownHint')}
          action={<ButtonLink href={links.quotes}>{t('quotes.all')}</ButtonLink>}
        />
      </Screen>
    )
  const [first, ...rest] = found.order
  if (first) return <DrawnOrder key={id} quotes={[first, ...rest]} />
  return <Known key={id} found={found} quote={found.quote} />
}

function Known({ found, quote }: { found: QuoteShown; quote: QuoteItem }) {
  const { shop } = useQuoteNames()
  const { productId, title, picture, shopId } = quote
  return (
    <Screen width="narrow">
      <RefusedList of="quote" />
      <ProductHead product={{ id: productId, title, picture }} shopId={shopId} shop={shop(quote)} />
      <QuoteStanding found={found} quote={quote} />
      <QuoteHistory quote={quote} />
    </Screen>
  )
}
