import { useTranslation } from 'react-i18next'
import { noteKey, readNotes } from '#contract/orders/line-notes.ts'
import { leftToShip } from '#contract/orders/parts.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { BackOrdered } from '../../../parts/orders/back-ordered.tsx'
import { OrderedLine } from '../../../parts/orders/ordered-line.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import styles from './sale.module.css'
import type { OpenedSale } from './use-sales.ts'

/** The lines of an order, the buyer's notes on them, and how many pieces of each have not left. */
export function SaleLines({ sale, clear }: OpenedSale) {
  const { t } = useTranslation()
  const notes = clear?.notes === undefined ? undefined : readNotes(clear.notes)
  const left = leftToShip(sale)
  return (
    <Card className={styles.headed}>
      <Section title={t('centre.lines')}>
        <ul className={styles.lines}>
          {sale.lines.map((line) => (
            <Line
              key={noteKey(line)}
              line={line}
              currency={sale.currency}
              note={notes?.get(noteKey(line))}
              left={left.find(({ id, variantId }) => id === line.id && variantId === line.variantId)?.num ?? 0}
            />
          ))}
        </ul>
      </Section>
    </Card>
  )
}

interface LineProps {
  line: OrderLine
  currency: string
  note: string | undefined
  left: number
}

function Line({ line, currency, note, left }: LineProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const noted = note && (
    <span className={styles.note} dir="auto">
      {t('orders.lineNote', { note })}
    </span>
  )
  return (
    <OrderedLine line={line} currency={currency} note={noted}>
      {line.back && (
        <span className={styles.left}>
          <BackOrdered back={line.back} />
        </span>
      )}
      {left > 0 && left < line.num && <span className={styles.left}>{t('centre.leftOf', { n: number(left) })}</span>}
    </OrderedLine>
  )
}
