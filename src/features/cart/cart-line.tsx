import Bookmark from 'lucide-react/icons/bookmark'
import Trash from 'lucide-react/icons/trash-2'
import { useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { LINE_MAX } from '#contract/wire/limits.ts'
import { Price } from '../../parts/money/price.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import type { ReckonedLine } from '../../parts/cart/reckon-cart.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Stepper } from '../../ui/controls/stepper.tsx'
import { useSwipe } from '../../ui/scrolling/use-swipe.ts'
import { CartNotes } from './cart-notes.tsx'
import styles from './cart.module.css'
import type { CartActs } from './use-cart-acts.ts'

interface CartLineRowProps {
  line: ReckonedLine
  title: string
  /** Its unit price is not that of the product's other lines. */
  ownUnit: boolean
  acts: CartActs
}

/** One line of the cart: its tick, its choice, its amount and quantity; removed by a swipe or a button. */
export function CartLineRow({ line, title, ownUnit, acts }: CartLineRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const row = useRef<HTMLLIElement>(null)
  const swipe = useSwipe(() => acts.remove(line))
  const { variantId, product } = line
  const choice = line.variant?.label ?? line.ordered?.label
  const label = variantId === 0 ? undefined : choice ? textIn(choice, format.locale) : t('cart.variantFallback')
  const name = label === undefined ? title : `${title}, ${label}`
  const step = product?.multiple ?? 1

  const remove = (e: MouseEvent) => {
    // The pressed line goes away: the focus moves to its neighbour.
    const neighbour = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    if (e.detail === 0) neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus()
    acts.remove(line)
  }
  return (
    <li ref={row} className={cx(styles.line, line.ticked && line.hindrance && !line.asked && styles.out)} {...swipe}>
      <Checkbox
        checked={line.ticked}
        onChange={(on) => acts.tick([line], on)}
        label={t('cart.selectLine', { title: name })}
        hideLabel
      />
      <div className={styles.figures}>
        {(label !== undefined || ownUnit) && (
          <span className={styles.variant} dir="auto">
            {label} {ownUnit && <Price amount={line.unit} currency={line.currency} />}
          </span>
        )}
        <span className={styles.amount}>
          {line.asked ? t('cart.priceAsked') : <Price amount={line.unit * line.num} currency={line.currency} />}{' '}
          {line.pending > 0 && <SyncMark />}
        </span>
      </div>
      <div className={styles.act}>
        <Stepper
          label={t('cart.quantity')}
          value={line.num}
          min={step}
          step={step}
          max={LINE_MAX}
          zero
          onChange={(num) => acts.set(line, num)}
        />
        <span className={styles.ends}>
          <IconButton
            label={t('cart.saveLater', { title: name })}
            icon={<Bookmark />}
            className={styles.later}
            onClick={() => acts.aside([line])}
          />
          <IconButton
            label={t('cart.removeLine', { title: name })}
            icon={<Trash />}
            className={styles.remove}
            data-remove=""
            onClick={remove}
          />
        </span>
      </div>
      <CartNotes line={line} acts={acts} />
    </li>
  )
}
