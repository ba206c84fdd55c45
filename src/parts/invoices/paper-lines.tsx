import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { cx } from '../../ui/cx.ts'
import { LineCodes } from '../orders/line-codes.tsx'
import styles from './paper.module.css'
import { useFormat } from '../format/use-format.ts'
import { useLineTitle } from '../orders/use-line-title.ts'

type Line = Omit<OrderLine, 'picture' | 'quote'>

interface PaperLinesProps<L extends Line> {
  lines: readonly L[]
  currency: string
  /** Each line has its unit price and its amount. */
  priced: boolean
  noteOf?(line: L): string | undefined
}

/** The lines of a printed order, invoice or credit note. */
export function PaperLines<L extends Line>({ lines, currency, priced, noteOf }: PaperLinesProps<L>) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useLineTitle()
  return (
    <table className={cx(styles.lines, priced && styles.priced)}>
      <thead>
        <tr>
          <th scope="col">{t('papers.place')}</th>
          <th scope="col">{t('pad.code')}</th>
          <th scope="col">{t('pad.product')}</th>
          <th scope="col">{t('pad.quantity')}</th>
          {priced && <th scope="col">{t('pad.unitPrice')}</th>}
          {priced && <th scope="col">{t('pad.amount')}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, n) => {
          const note = noteOf?.(line)
          return (
            <tr key={`${line.id}:${line.variantId}`}>
              <td>{format.number(n + 1)}</td>
              <td>
                <LineCodes line={line} stacked />
              </td>
              <td dir="auto">
                {titleOf(line)}
                {line.label && ` · ${textIn(line.label, format.locale)}`}
                {note && <span className={styles.note}>{t('orders.lineNote', { note })}</span>}
              </td>
              <td>{format.number(line.num)}</td>
              {priced && <td>{format.money(line.price, currency)}</td>}
              {priced && <td>{format.money(line.amount, currency)}</td>}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
