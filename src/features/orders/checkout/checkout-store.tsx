import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { links } from '../../../links/links.ts'
import { BackOrdered } from '../../../parts/orders/back-ordered.tsx'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { Price } from '../../../parts/money/price.tsx'
import type { AskPart, OrderPart, ReckonedLine } from '../../../parts/cart/reckon-cart.ts'
import { ToFree } from '../../../parts/cart/to-free.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useLineTitle } from '../../../parts/orders/use-line-title.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'
import { useShownMoney } from '../../../parts/money/use-shown-money.ts'
import { Card } from '../../../ui/blocks/card.tsx'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { CheckoutWords } from './checkout-words.tsx'
import styles from './checkout.module.css'
import type { WrittenTexts } from './use-written.ts'

interface CheckoutStoreProps {
  /** One whose price is asked for has no sums. */
  part: AskPart | OrderPart
  written: WrittenTexts
  onWrite(change: Partial<WrittenTexts>): void
}

/** One order of a checkout: its lines as they are counted, what it comes to, and what is written on it. */
export function CheckoutStore({ part, written, onWrite }: CheckoutStoreProps) {
  const { t } = useTranslation()
  const shop = part.shopName ?? t('cart.shopFallback')
  return (
    <Card flush>
      <section className={styles.store} aria-label={shop}>
        <h2 className={styles.name}>{part.shopName === undefined ? <Skeleton width="8rem" /> : <bdi>{shop}</bdi>}</h2>
        <ul className={styles.lines} aria-label={t('orders.lines', { shop })}>
          {part.lines.map((line) => (
            <CheckoutLine key={line.key} line={line} />
          ))}
        </ul>
        {'sums' in part ? <Terms part={part} /> : <p className={styles.asked}>{t('checkout.asked')}</p>}
        <CheckoutWords part={part} written={written} onWrite={onWrite} />
      </section>
    </Card>
  )
}

/** Shipping, taxes and the total of one order. */
function Terms({ part }: { part: OrderPart }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { currency } = useMoney()
  const shownMoney = useShownMoney()
  const { shown, sums, byCountry } = part
  const money = (amount: number): string => format.money(amount, currency)
  const shipping = byCountry ? t('cart.byCountry') : shown.shipping === 0 ? t('cart.free') : money(shown.shipping)
  return (
    <>
      <p className={styles.terms}>
        <span>
          {t('cart.shipping')} {shipping}
          {shown.tax > 0 && ` · ${t('cart.taxes')} ${money(shown.tax)}`}
          {sums.taxIncluded !== undefined &&
            ` · ${t('cart.taxesIncluded', { money: shownMoney(sums.taxIncluded, part.currency) })}`}
        </span>
        <strong>{money(shown.total)}</strong>
      </p>
      <ToFree part={part} className={styles.soft} />
    </>
  )
}

function CheckoutLine({ line }: { line: ReckonedLine }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown } = useMoney()
  const named = line.product ?? line.ordered
  const title = useLineTitle()({ title: named?.title })
  const picture = line.variant?.picture ?? named?.picture
  const label = line.variant?.label ?? line.ordered?.label
  const unit = shown(line.unit, line.currency)
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <PictureView sources={pictureSources(picture)} alt="" tint={picture?.tint} sizes="48px" />
      </span>
      <span className={styles.words}>
        <a href={links.goods(line.id)} className={styles.title} dir="auto" aria-label={named ? undefined : title}>
          {named ? title : <Skeleton width="8rem" />}
        </a>
        {label && (
          <span className={styles.soft} dir="auto">
            {textIn(label, format.locale)}
          </span>
        )}
        <span className={styles.soft}>
          {line.asked
            ? t('orders.pieces', { count: line.num, n: format.number(line.num) })
            : t('orders.line', { n: format.number(line.num), price: format.money(unit.amount, unit.currency) })}
          {line.agreed?.state === 'holds' && ` · ${t('orders.agreed')}`}
        </span>
        {line.back && (
          <span className={styles.soft}>
            <BackOrdered back={line.back} />
          </span>
        )}
      </span>
      {!line.asked && (
        <span className={styles.amount}>
          <Price amount={line.unit * line.num} currency={line.currency} />
        </span>
      )}
    </li>
  )
}
