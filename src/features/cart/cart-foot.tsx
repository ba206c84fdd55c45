import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../../app/links.ts'
import { usePerson } from '../../data/use-person.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { sumTotal, type Sum } from './cart-sums.ts'
import styles from './cart.module.css'

interface CartFootProps {
  all: boolean
  some: boolean
  totals: readonly Sum[]
  onAll(on: boolean): void
}

/**
 * The cart's footer: the tick for everything, the totals, and the button to the checkout (for a guest, to the login).
 */
export function CartFoot({ all, some, totals, onAll }: CartFootProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const toast = useToast()
  const person = usePerson()
  const [, navigate] = useLocation()
  const pieces = totals.reduce((n, sum) => n + sum.pieces, 0)
  const buy = () => {
    if (!some) return toast({ text: t('cart.pleaseSelect'), kind: 'bad' })
    if (!person?.guest) return navigate(links.checkout())
    toast({ text: t('cart.pleaseLogin') })
    navigate(links.login(false, links.cart))
  }
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
      <p className={styles.total}>
        <span>{some ? t('cart.selected', { n: format.number(pieces) }) : t('cart.nothingSelected')}</span>
        {totals.map((sum) => (
          <strong key={sum.currency}>{format.money(sumTotal(sum), sum.currency)}</strong>
        ))}
      </p>
      {person && (
        <Button kind="accent" onClick={buy}>
          {t('cart.buyNow')}
        </Button>
      )}
    </div>
  )
}
