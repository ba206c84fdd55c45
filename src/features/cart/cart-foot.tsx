import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { useTranslation } from 'react-i18next'
import { FootTotal } from '../../parts/cart/total-block.tsx'
import type { Reckoning } from '../../parts/cart/reckon-cart.ts'
import { CheckOutButton } from './check-out-button.tsx'
import styles from './cart.module.css'

interface CartFootProps {
  all: boolean
  some: boolean
  reckoning: Reckoning
  onAll(on: boolean): void
}

/** The cart's footer: the tick for everything, the total and the button to the checkout. */
export function CartFoot({ all, some, reckoning, onAll }: CartFootProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.foot}>
      <button
        type="button"
        className={styles.all}
        aria-pressed={all ? true : some ? 'mixed' : false}
        onClick={() => onAll(!all)}
      >
        <span className={styles.box} aria-hidden="true">
          {all ? <Check /> : some ? <Minus color="var(--ink)" /> : null}
        </span>
        {t('cart.selectAll')}
      </button>
      <FootTotal reckoning={reckoning} />
      <CheckOutButton reckoning={reckoning} some={some} />
    </div>
  )
}
