import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { orderableQuantity } from '#contract/prices/ladder.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import type { StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { useStoreMutate } from '../../../data/stores/use-store.ts'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import styles from '../answers.module.css'
import centre from '../centre.module.css'
import { OfferTerms } from './offer-fields.tsx'
import { OfferLine } from './offer-line.tsx'
import { holdsUntil, readOffer, type TypedOffer } from './read-offer.ts'

/** How long an offer holds unless another time is typed (days). */
const HOLDS = '7'

interface OfferFormProps {
  quote: StoreQuoteItem
  /** The product as the store has it; undefined while it is not here. */
  goods: StoreProduct | undefined
  onEnd(): void
}

/** The offer at first: the requested pieces at the requested price. */
const begun = ({ rounds, currency }: StoreQuoteItem): TypedOffer => ({
  lines: (rounds.at(-1)?.lines ?? []).map(({ variantId, num, price }) => ({
    ...{ variantId, num: String(num), price: price === null ? '' : decimalOf(price, currency) },
  })),
  days: HOLDS,
  note: '',
})

/** Offers a price for each line until a time. Typed values are kept when the person leaves the form and comes back. */
export function OfferForm({ quote, goods, onEnd }: OfferFormProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useStoreMutate()
  const { currency, rounds } = quote
  const { draft, change, forget } = useDraft<TypedOffer>(`offer ${quote.id} ${rounds.length}`, begun(quote))
  const [tried, setTried] = useState(false)
  const read = readOffer(draft, currency)
  const pieces = read.lines.reduce((sum, { num }) => sum + (num ?? 0), 0)
  const goal = goods ? orderableQuantity(pieces, goods.minimum, goods.multiple) : pieces
  const short =
    read.lines.every(({ num }) => num !== undefined) && goal > pieces
      ? t('goods.more', { n: format.number(goal - pieces), goal: format.number(goal) })
      : undefined
  const set = (n: number, more: Partial<TypedOffer['lines'][number]>) =>
    change((offer) => ({ ...offer, lines: offer.lines.map((line, i) => (i === n ? { ...line, ...more } : line)) }))
  const send = async (e: FormEvent) => {
    e.preventDefault()
    setTried(true)
    if (!read.whole || short !== undefined) return
    const until = holdsUntil(read.whole.days)
    const payload = { id: quote.id, round: rounds.length, lines: read.whole.lines, until, note: draft.note.trim() }
    if (!(await mutate('quote.offer', payload, { text: t('asks.offered'), kind: 'good' }))) return
    forget()
    onEnd()
  }
  return (
    <form className={centre.form} noValidate onSubmit={(e) => void send(e)}>
      {draft.lines.map((line, n) => (
        <OfferLine
          key={line.variantId}
          {...{ quote, goods, line, pieces, tried }}
          read={read.lines[n]!}
          onChange={(more) => set(n, more)}
        />
      ))}
      {tried && short !== undefined && (
        <p className={centre.bad} role="alert">
          {short}
        </p>
      )}
      <OfferTerms
        {...{ currency, tried }}
        total={read.total}
        typed={draft}
        days={read.days}
        onChange={(more) => change((offer) => ({ ...offer, ...more }))}
      />
      <div className={styles.acts}>
        <Button type="submit">{t('asks.send')}</Button>
        <Button kind="quiet" onClick={onEnd}>
          {t('quotes.cancel')}
        </Button>
      </div>
    </form>
  )
}
