import { useTranslation } from 'react-i18next'
import { readQuoteNotes } from '#contract/quotes/notes.ts'
import type { QuoteItem } from '#localdb/queries/quotes/items.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { useQuoteNames } from './quote-facts.ts'
import styles from './quotes.module.css'

/** The notes of both sides on an order that a store drew up. A note that waits on this device is the person's own. */
export function DrawnNotes({ quotes }: { quotes: readonly QuoteItem[] }) {
  const { t } = useTranslation()
  const { shop } = useQuoteNames()
  const clear = useUnsealed(quotes, 'quotes') ?? []
  const notes = clear.flatMap(({ said: json, note }) => [
    ...readQuoteNotes(json),
    ...(note === '' ? [] : [{ text: note, by: 'buyer' as const }]),
  ])
  return notes.map(({ text, by }) => (
    <div key={`${by ?? ''} ${text}`} className={styles.bubble} dir="auto">
      <bdi className={styles.soft}>{by === 'buyer' ? t('talks.you') : shop(quotes[0]!)}</bdi>
      <p>{text}</p>
    </div>
  ))
}
