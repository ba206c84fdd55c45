import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { OrderLine } from '#contract/sync/schema-rows.ts'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { LineCodes } from './line-codes.tsx'
import styles from './ordered-line.module.css'
import { pictureSources } from '../pictures/picture-sources.ts'
import { useFormat } from '../format/use-format.ts'
import { useLineTitle } from './use-line-title.ts'

interface OrderedLineProps {
  line: Pick<
    OrderLine,
    'id' | 'variantId' | 'num' | 'price' | 'amount' | 'title' | 'label' | 'picture' | 'code' | 'sku'
  >
  currency: string
  /** The note on the line, between its names and its figures. */
  note?: ReactNode
  /** The outcome for the line, such as pieces that are back-ordered, below its figures. */
  children?: ReactNode
}

/** A line of an order as those see it who send it or decide about it: what it is, how many, and what it comes to. */
export function OrderedLine({ line, currency, note, children }: OrderedLineProps) {
  const { t } = useTranslation()
  const { number, money, locale } = useFormat()
  const title = useLineTitle()(line)
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <PictureView
          sources={pictureSources(line.picture)}
          alt=""
          tint={line.picture?.tint}
          sizes="56px"
          fallback={<PictureName title={title} />}
        />
      </span>
      <span className={styles.about}>
        <span dir="auto">{title}</span>
        <span className={styles.soft}>
          <LineCodes line={line} />
          {line.label && <bdi> · {textIn(line.label, locale)}</bdi>}
        </span>
        {note}
        <span className={styles.figures}>
          <span>{t('orders.line', { n: number(line.num), price: money(line.price, currency) })}</span>
          <span>{money(line.amount, currency)}</span>
        </span>
        {children}
      </span>
    </li>
  )
}
