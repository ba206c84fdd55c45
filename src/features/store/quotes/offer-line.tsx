import { useTranslation } from 'react-i18next'
import { ladderPrice } from '#contract/prices/ladder.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { OfferLineFields } from './offer-fields.tsx'
import type { ReadOffer, TypedOffer } from './read-offer.ts'
import { useChoiceName } from './request-lines.tsx'

type Line = TypedOffer['lines'][number]

interface OfferLineProps {
  quote: StoreQuoteItem
  /** The product as the store has it; undefined while it is not here. */
  goods: StoreProduct | undefined
  line: Line
  read: ReadOffer['lines'][number]
  /** Of all lines together: what the list's price depends on. */
  pieces: number
  /** Errors are shown: it was tried to send it. */
  tried: boolean
  onChange(more: Partial<Line>): void
}

/** One line of an offer: how many pieces, and what one costs beside the list's price. */
export function OfferLine({ quote, goods, line, read, pieces, tried, onChange }: OfferLineProps) {
  const { t } = useTranslation()
  const name = useChoiceName(quote)(line.variantId)
  const { currency, choices } = quote
  const sku = choices.find((c) => c.variantId === line.variantId)?.sku ?? ''
  const list =
    goods?.currency === currency
      ? ladderPrice(goods.ladder, Math.max(pieces, goods.minimum), goods.variants[sku]?.extra)
      : undefined
  return (
    <OfferLineFields
      name={{ text: name ?? t('asks.offer'), shown: name !== undefined }}
      {...{ currency, list, line, read, tried, onChange }}
    />
  )
}
