import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product, Variant } from '#contract/catalogue/schema.ts'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { useDraft } from '../../parts/forms/use-draft.ts'
import { Button } from '../../ui/controls/button.tsx'
import styles from './quotes.module.css'
import type { QuoteActs } from './use-quote-acts.ts'
import { useReadWish, type QuoteWish } from './use-wish.ts'
import { WishFields } from './wish-fields.tsx'

interface CounterProps {
  quote: QuoteItem
  product: Product
  variants: readonly Variant[]
  acts: QuoteActs
  onEnd(): void
}

/** Answers an offer with another wish. */
export function Counter({ quote, product, variants, acts, onEnd }: CounterProps) {
  const { t } = useTranslation()
  const nums = Object.fromEntries((quote.rounds.at(-1)?.lines ?? []).map(({ variantId, num }) => [variantId, num]))
  const first: QuoteWish = { nums, target: '', country: '', note: '' }
  const { draft, change, forget } = useDraft<QuoteWish>(`counter ${quote.id} ${quote.rounds.length}`, first)
  const [tried, setTried] = useState(false)
  const read = useReadWish()(draft, product, variants)
  const send = async () => {
    setTried(true)
    if (read.error !== undefined || read.target === undefined) return
    if (!(await acts.counter({ lines: read.lines, target: read.target, note: draft.note.trim() }))) return
    forget()
    onEnd()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <WishFields
        product={product}
        variants={variants}
        wish={draft}
        read={read}
        tried={tried}
        onChange={(more) => change((wish) => ({ ...wish, ...more }))}
      />
      <div className={styles.acts}>
        <Button type="submit">{t('quotes.counterSend')}</Button>
        <Button kind="quiet" onClick={onEnd}>
          {t('quotes.cancel')}
        </Button>
      </div>
    </form>
  )
}
