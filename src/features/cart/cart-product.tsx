import Bookmark from 'lucide-react/icons/bookmark'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { links } from '../../links/links.ts'
import { pictureSources } from '../../parts/pictures/picture-sources.ts'
import type { ReckonedProduct } from '../../parts/cart/reckon-cart.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useMoney } from '../../parts/money/use-money.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PictureName } from '../../ui/blocks/picture-name.tsx'
import { PictureView } from '../../ui/blocks/picture.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { CartLineRow } from './cart-line.tsx'
import styles from './cart.module.css'
import type { CartActs } from './use-cart-acts.ts'

/** A product of the cart: its picture and title once, the step of its ladder that comes next, and its lines. */
export function CartProduct({ product: { id, lines, next }, acts }: { product: ReckonedProduct; acts: CartActs }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown } = useMoney()
  const first = lines[0]!
  const { product, ordered } = first
  const named = product ?? ordered
  const title = named ? textIn(named.title, format.locale) : t('cart.productFallback')
  const picture = (lines.length === 1 ? first.variant?.picture : undefined) ?? product?.picture ?? ordered?.picture
  const money = (amount: number): string => {
    const { amount: converted, currency } = shown(amount, first.currency)
    return format.money(converted, currency)
  }
  // Choices that cost extra have prices of their own, which stand on their lines.
  const alike = lines.every((line) => line.unit === first.unit)
  return (
    <div className={styles.product}>
      <a href={links.goods(id)} className={styles.picture} tabIndex={-1} aria-hidden="true">
        <PictureView
          sources={pictureSources(picture)}
          alt=""
          tint={picture?.tint}
          sizes="64px"
          fallback={named && <PictureName title={title} brand={product?.brand} />}
        />
      </a>
      <div className={styles.words}>
        <a href={links.goods(id)} className={styles.title} dir="auto">
          {named ? title : <Skeleton width="60%" />}
          {!named && <span className="visually-hidden">{title}</span>}
        </a>
        <p className={styles.unit}>
          {alike && !first.asked && t('cart.each', { price: money(first.unit) })}
          {next && (
            <span className={styles.next}>
              {t('cart.next', { n: format.number(next.more), price: money(next.price) })}
            </span>
          )}
        </p>
      </div>
      <IconButton
        label={t('cart.saveLater', { title })}
        icon={<Bookmark />}
        className={styles.allLater}
        onClick={() => acts.aside(lines)}
      />
      <ul className={styles.rows} aria-label={title}>
        {lines.map((line) => (
          <CartLineRow key={line.key} line={line} title={title} ownUnit={!alike} acts={acts} />
        ))}
      </ul>
    </div>
  )
}
