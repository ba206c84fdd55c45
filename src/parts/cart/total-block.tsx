import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { RateNote } from '../money/rate-note.tsx'
import type { Reckoning } from './reckon-cart.ts'
import styles from './total-block.module.css'
import { useFormat } from '../format/use-format.ts'
import { useMoney } from '../money/use-money.tsx'

/** The sums of a reckoned cart: items, shipping, taxes and the total; also the amount to pay, where it differs. */
export function TotalBlock({ reckoning: { total, parts } }: { reckoning: Reckoning }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { currency, market } = useMoney()
  if (!total) return null
  const money = (amount: number) => format.money(amount, currency)
  const byCountry = parts.some((part) => part.byCountry)
  const known = total.shipping === 0 ? (byCountry ? '' : t('cart.free')) : money(total.shipping)
  const shipping = [known, byCountry && t('cart.byCountry')].filter(Boolean).join(' + ')
  return (
    <>
      <dl className={styles.sums}>
        <Row name={t('cart.items')}>{money(total.goods)}</Row>
        <Row name={t('cart.shipping')}>{shipping}</Row>
        {total.tax > 0 && <Row name={t('cart.taxes')}>{money(total.tax)}</Row>}
        <Row name={t('cart.total')} strong>
          {money(total.total)}
        </Row>
        {currency !== market && <Row name={t('cart.youPay')}>{format.money(total.due, market)}</Row>}
      </dl>
      <RateNote currencies={parts.map((part) => part.currency)} />
    </>
  )
}

const Row = ({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) => (
  <div className={cx(styles.sum, strong && styles.strong)}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The total for the foot of a screen, with what is paid beside it where that differs; a dash while there is none. */
export function FootTotal({ reckoning: { total } }: { reckoning: Reckoning }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { currency, market } = useMoney()
  return (
    <p className={styles.foot}>
      <span className={styles.soft}>{t('cart.total')}</span>
      <strong>{total ? format.money(total.total, currency) : '–'}</strong>
      {total && currency !== market && (
        <span className={styles.soft}>
          {t('cart.youPay')} {format.money(total.due, market)}
        </span>
      )}
    </p>
  )
}
