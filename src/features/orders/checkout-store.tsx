import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { links } from '../../app/links.ts'
import { pictureSources } from '../../parts/picture-sources.ts'
import { Price } from '../../parts/price.tsx'
import type { OrderPart, ReckonedLine } from '../../parts/reckon-cart.ts'
import { useFormat } from '../../parts/use-format.ts'
import { useLineTitle } from '../../parts/use-line-title.ts'
import { useMoney } from '../../parts/use-money.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './checkout.module.css'

const REMARK_MAX = 500

interface CheckoutStoreProps {
  part: OrderPart
  remark: string
  onRemark(text: string): void
}

/** One order of a checkout: its lines as they are counted, shipping and taxes, and a note to the store. */
export function CheckoutStore({ part, remark, onRemark }: CheckoutStoreProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { currency } = useMoney()
  const { shown, lines } = part
  const shop = part.shopName ?? t('cart.shopFallback')
  const money = (amount: number): string => format.money(amount, currency)
  return (
    <Card flush>
      <section className={styles.store} aria-label={shop}>
        <h2 className={styles.name}>
          <bdi>{shop}</bdi>
        </h2>
        <ul className={styles.lines} aria-label={t('orders.lines', { shop })}>
          {lines.map((line) => (
            <CheckoutLine key={line.key} line={line} />
          ))}
        </ul>
        <p className={styles.terms}>
          <span>
            {t('cart.shipping')} {shown.shipping === 0 ? t('cart.free') : money(shown.shipping)}
            {shown.tax > 0 && ` · ${t('cart.taxes')} ${money(shown.tax)}`}
          </span>
          <strong>{money(shown.total)}</strong>
        </p>
        <details className={styles.note} open={remark !== '' || undefined}>
          <summary>{t('checkout.remark', { shop })}</summary>
          <Field
            label={t('checkout.remark', { shop })}
            name="remark"
            autoComplete="off"
            maxLength={REMARK_MAX}
            value={remark}
            onChange={(e) => onRemark(e.target.value)}
          />
        </details>
      </section>
    </Card>
  )
}

function CheckoutLine({ line }: { line: ReckonedLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown } = useMoney()
  const title = useLineTitle()({ title: line.product?.title })
  const picture = line.variant?.picture ?? line.product?.picture
  const unit = shown(line.unit, line.currency)
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <Picture sources={pictureSources(picture)} alt="" tint={picture?.tint} sizes="48px" />
      </span>
      <span className={styles.words}>
        <a href={links.goods(line.id)} className={styles.title} dir="auto">
          {title}
        </a>
        {line.variant && (
          <span className={styles.soft} dir="auto">
            {textIn(line.variant.label, format.locale)}
          </span>
        )}
        <span className={styles.soft}>
          {t('orders.line', { n: format.number(line.num), price: format.money(unit.amount, unit.currency) })}
        </span>
      </span>
      <span className={styles.amount}>
        <Price amount={line.unit * line.num} currency={line.currency} />
      </span>
    </li>
  )
}
