import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../parts/use-format.ts'
import { cx } from '../../ui/cx.ts'
import type { PricedItem } from './cart-sums.ts'
import styles from './cart.module.css'

/** The notes on a cart line: conflict, stock, price, and what is missing to order it. */
export function CartNotes({ item }: { item: PricedItem }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { more } = item
  const was = format.money(item.seenPrice, item.currency)
  return (
    <div className={styles.notes}>
      {item.conflict && (
        <Note tone="bad" icon={<CircleAlert />}>
          {t('cart.conflict')}
        </Note>
      )}
      {!item.product && <Note icon={<Info />}>{t('cart.notHere')}</Note>}
      {item.gone && (
        <Note tone="bad" icon={<CircleAlert />}>
          {t('refusals.productGone')}
        </Note>
      )}
      {item.short !== undefined && !item.gone && (
        <Note tone="bad" icon={<CircleAlert />}>
          {item.short === 0 ? t('cart.outOfStock') : t('cart.onlyStock', { n: format.number(item.short) })}
        </Note>
      )}
      {!item.gone && item.priceChanged === 'up' && (
        <Note tone="warn" icon={<TrendingUp />}>
          {t('cart.priceUp', { was })}
        </Note>
      )}
      {!item.gone && item.priceChanged === 'down' && (
        <Note tone="good" icon={<TrendingDown />}>
          {t('cart.priceDown', { was })}
        </Note>
      )}
      {more && !item.gone && (
        <Note tone="warn" icon={<Info />}>
          {more.because === 'minimum'
            ? t('cart.moreMinimum', { n: format.number(more.pieces), goal: format.number(more.goal) })
            : t('cart.moreMultiple', {
                n: format.number(more.pieces),
                step: format.number(item.product!.multiple),
                goal: format.number(more.goal),
              })}
        </Note>
      )}
    </div>
  )
}

const Note = ({ tone, icon, children }: { tone?: 'warn' | 'bad' | 'good'; icon: ReactNode; children: ReactNode }) => (
  <p className={cx(styles.note, tone && styles[tone])}>
    {icon}
    <span>{children}</span>
  </p>
)
