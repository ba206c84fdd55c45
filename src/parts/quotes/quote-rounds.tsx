import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readQuoteNotes, type QuoteNote } from '#contract/quotes/notes.ts'
import type { Quote } from '#contract/quotes/schema-rows.ts'
import { useMarketName } from '../../data/texts/market-name.ts'
import { Section } from '../../ui/blocks/card.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import styles from './quote-rounds.module.css'
import { useCountryName } from '../addresses/use-country-name.ts'
import { useFormat } from '../format/use-format.ts'

type Notes = Pick<Quote, 'rounds' | 'note' | 'said'>

interface QuoteRoundsProps {
  quote: Pick<Quote, 'rounds' | 'country'>
  /** Its notes, opened; nothing until they are, or where they cannot be. */
  clear: Notes | null | undefined
  store: string
  buyer: string
  /** The member of the store who spoke last, where that is known. */
  member?: string | undefined
  /** The name of a choice; undefined where there is nothing to choose. */
  choice(variantId: number): string | undefined
  /** A price in minor units as it is shown. */
  money(price: number): string
}

/** The rounds of a quote by both sides, in their order, with their notes. */
export function QuoteRounds({ quote, clear, store, buyer, member, choice, money }: QuoteRoundsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const country = useCountryName()
  const market = useMarketName()
  const notes = useMemo(() => notesOf(clear), [clear])
  const each = (variantId: number, num: number, price: number | null): string => {
    const name = choice(variantId)
    const pieces = name === undefined ? number(num) : `${name} · ${number(num)}`
    return price === null ? t('goods.pieces', { n: pieces }) : t('quotes.perPiece', { n: pieces, price: money(price) })
  }
  const lastOfStore = quote.rounds.findLastIndex(({ by }) => by === 'store')
  return (
    <Section title={t('quotes.history')}>
      <ol className={styles.rounds}>
        {quote.rounds.map((round, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- a round is its place
          <li key={n} className={styles.round}>
            <p className={styles.who}>
              <bdi>{round.by === 'store' ? store : buyer}</bdi>
              <span className={styles.soft}>
                {n === lastOfStore && member !== undefined && (
                  <>
                    <bdi>{member}</bdi> ·{' '}
                  </>
                )}
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
            {(notes.get(n + 1) ?? []).map(({ text, by }) => (
              <p key={text} className={styles.bubble} dir="auto">
                {(by === 'market' || (by === 'buyer' && round.by === 'store')) && (
                  <>
                    <bdi className={styles.soft}>{by === 'market' ? market : buyer}</bdi>
                    <br />
                  </>
                )}
                {text}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** The notes by the number of their round; what waits on this device is of the last. */
function notesOf(clear: Notes | null | undefined): Map<number, QuoteNote[]> {
  if (!clear) return new Map()
  const all = readQuoteNotes(clear.said)
  const waits: QuoteNote[] = clear.note === '' ? [] : [{ round: clear.rounds.length, text: clear.note }]
  const notes = new Map<number, QuoteNote[]>()
  for (const note of [...all, ...waits]) {
    const known = notes.get(note.round) ?? []
    if (known.every(({ text }) => text !== note.text)) notes.set(note.round, [...known, note])
  }
  return notes
}
