import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readQuoteNotes } from '#contract/rules/quote-notes.ts'
import type { QuoteItem } from '#localdb/queries/quotes.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { useCountryName } from '../../parts/use-areas.ts'
import { useFormat } from '../../parts/use-format.ts'
import { useMoney } from '../../parts/use-money.tsx'
import { Section } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useQuoteNames } from './quote-facts.ts'
import styles from './quotes.module.css'

/** What both sides said, in their order, with their notes. */
export function History({ quote }: { quote: QuoteItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown } = useMoney()
  const { shop, choice } = useQuoteNames()
  const country = useCountryName()
  const sealed = useMemo(() => [quote], [quote])
  const clear = useUnsealed(sealed, 'quotes')?.find((q) => q.id === quote.id)
  const notes = new Map(readQuoteNotes(clear?.said ?? '').map(({ round, text }) => [round, text]))
  // What waits here is of the person's last round.
  if (clear && clear.note !== '') notes.set(clear.rounds.length, clear.note)
  const each = (variantId: number, num: number, price: number | null): string => {
    const label = choice(quote, variantId)
    const pieces = label === undefined ? format.number(num) : `${label} · ${format.number(num)}`
    if (price === null) return t('goods.pieces', { n: pieces })
    const { amount, currency } = shown(price, quote.currency)
    return t('quotes.perPiece', { n: pieces, price: format.money(amount, currency) })
  }
  return (
    <Section title={t('quotes.history')}>
      <ol className={styles.rounds}>
        {quote.rounds.map((round, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- a round is its place
          <li key={n} className={styles.round}>
            <p className={styles.who}>
              <bdi>{round.by === 'store' ? shop(quote) : t('talks.you')}</bdi>
              <span className={styles.soft}>
                <RelativeTime at={round.at} />
              </span>
            </p>
            {round.lines.map(({ variantId, num, price }) => (
              <p key={variantId} dir="auto">
                {each(variantId, num, price)}
              </p>
            ))}
            {n === 0 && quote.country !== '' && (
              <p className={styles.soft}>{t('quotes.to', { country: country(quote.country) })}</p>
            )}
            {notes.has(n + 1) && (
              <p className={styles.said} dir="auto">
                {notes.get(n + 1)}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
