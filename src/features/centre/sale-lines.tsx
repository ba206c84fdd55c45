import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { noteKey, readNotes } from '#contract/rules/line-notes.ts'
import { leftToShip } from '#contract/rules/order-parts.ts'
import { productCode } from '#contract/rules/product-code.ts'
import type { OrderLine } from '#contract/schema/rows.ts'
import { pictureSources } from '../../parts/picture-sources.ts'
import { useFormat } from '../../parts/use-format.ts'
import { useLineTitle } from '../../parts/use-line-title.ts'
import { Card, Section } from '../../ui/card.tsx'
import { PictureName } from '../../ui/picture-name.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './sale.module.css'
import type { OpenedSale } from './use-sales.ts'

/** What was bought, what the buyer noted on it, and how much of it has not left. */
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
  const { number, money, locale } = useFormat()
  const title = useLineTitle()(line)
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <Picture
          sources={pictureSources(line.picture)}
          alt=""
          tint={line.picture?.tint}
          sizes="56px"
          fallback={<PictureName title={title} />}
        />
      </span>
      <span className={styles.words}>
        <span dir="auto">{title}</span>
        <span className={styles.soft}>
          <bdi dir="ltr">{productCode(line.id, line.variantId)}</bdi>
          {line.label && <bdi> · {textIn(line.label, locale)}</bdi>}
        </span>
        {note && (
          <span className={styles.note} dir="auto">
            {t('orders.lineNote', { note })}
          </span>
        )}
        <span className={styles.figures}>
          <span>{t('orders.line', { n: number(line.num), price: money(line.price, currency) })}</span>
          <span>{money(line.amount, currency)}</span>
        </span>
        {left > 0 && left < line.num && <span className={styles.left}>{t('centre.leftOf', { n: number(left) })}</span>}
      </span>
    </li>
  )
}
