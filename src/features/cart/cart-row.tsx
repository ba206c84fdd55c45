import Trash from 'lucide-react/icons/trash-2'
import { useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { LINE_MAX } from '#contract/rules/limits.ts'
import { links } from '../../app/links.ts'
import { pictureSources } from '../../parts/picture-sources.ts'
import { Price } from '../../parts/price.tsx'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PictureName } from '../../ui/picture-name.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { useSwipe } from '../../ui/use-swipe.ts'
import { CartNotes } from './cart-notes.tsx'
import type { PricedItem } from './cart-sums.ts'
import styles from './cart.module.css'
import type { CartActs } from './use-cart-acts.ts'

/** One line of the cart: its tick, its quantity, its link, and removing it by a swipe or a button. */
export function CartRow({ item, acts }: { item: PricedItem; acts: CartActs }) {
  const { t } = useTranslation()
  const format = useFormat()
  const row = useRef<HTMLLIElement>(null)
  const swipe = useSwipe(() => acts.remove(item))
  const { product } = item
  const title = product ? textIn(product.title, format.locale) : t('cart.productFallback', { id: item.id })
  const variant =
    item.variantId === 0
      ? undefined
      : item.variant
        ? textIn(item.variant.label, format.locale)
        : t('cart.variantFallback', { id: item.variantId })
  const picture = item.variant?.picture ?? product?.picture
  const step = product?.multiple ?? 1

  const remove = (e: MouseEvent) => {
    // The pressed line goes away: the focus moves to its neighbour.
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    if (e.detail === 0) neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus()
    acts.remove(item)
  }
  return (
    <li ref={row} className={styles.line} {...swipe}>
      <Checkbox
        checked={item.ticked}
        onChange={(on) => acts.tick([item], on)}
        label={t('cart.selectLine', { title })}
        hideLabel
      />
      <a href={links.goods(item.id)} className={styles.picture} tabIndex={-1} aria-hidden="true">
        <Picture
          sources={pictureSources(picture)}
          alt=""
          tint={picture?.tint}
          sizes="96px"
          fallback={product && <PictureName title={title} brand={product.brand} />}
        />
      </a>
      <div className={styles.words}>
        <div className={styles.head}>
          <a href={links.goods(item.id)} className={styles.title} dir="auto">
            {title}
          </a>
          <IconButton
            label={t('cart.removeLine', { title })}
            icon={<Trash />}
            className={styles.remove}
            data-remove=""
            onClick={remove}
          />
        </div>
        {variant && (
          <p className={styles.variant} dir="auto">
            {variant}
          </p>
        )}
        <p className={styles.unit}>
          {t('cart.each', { price: format.money(item.unit, item.currency) })} {item.pending > 0 && <SyncMark />}
        </p>
      </div>
      <CartNotes item={item} />
      <div className={styles.act}>
        <Stepper
          label={t('cart.quantity')}
          value={item.num}
          min={step}
          step={step}
          max={LINE_MAX}
          zero
          onChange={(num) => acts.set(item, num)}
        />
        <span className={styles.amount}>
          <Price amount={item.unit * item.num} currency={item.currency} />
        </span>
      </div>
    </li>
  )
}
