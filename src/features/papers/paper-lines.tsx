import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import type { OrderLine } from '#contract/schema/rows.ts'
import type { OrderItem } from '#localdb/queries/orders.ts'
import { LineCodes } from '../../parts/line-codes.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { useLineTitle } from '../../parts/use-line-title.ts'
import styles from './papers.module.css'

/** The lines of a printed order, at its own prices. */
export function PaperLines({
  order: { lines, currency, asked },
  noteOf,
}: {
  order: OrderItem
  noteOf(line: OrderLine): string | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const titleOf = useLineTitle()
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('papers.place')}</th>
          <th scope="col">{t('pad.code')}</th>
          <th scope="col">{t('pad.product')}</th>
          <th scope="col">{t('pad.quantity')}</th>
          <th scope="col">{t('pad.unitPrice')}</th>
          <th scope="col">{t('pad.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, n) => {
          const note = noteOf(line)
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
              <td>{!asked && format.money(line.price, currency)}</td>
              <td>{!asked && format.money(line.amount, currency)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
