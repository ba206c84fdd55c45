import { useTranslation } from 'react-i18next'
import { taxOn } from '#contract/rules/ladder.ts'
import type { ProductDetail } from '#contract/schema/catalogue.ts'
import { Money } from '../../parts/price.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { intl } from '../../ui/intl.ts'
import { useNow } from '../../ui/time.tsx'
import type { Reckoned } from './choosing.ts'
import styles from './goods.module.css'

/** The hours within which a store sends an order off. */
const DISPATCH_MS = 24 * 3_600_000

/** Shipping, taxes, what a piece costs with both, and when it leaves. */
export function Delivery({ detail, reckoned }: { detail: ProductDetail; reckoned: Reckoned }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { shipping, taxBasisPoints } = detail
  const { currency } = detail.product
  const { pieces, sum } = reckoned
  const landed = Math.round((sum + shipping + taxOn(sum, taxBasisPoints)) / Math.max(1, pieces))
  return (
    <dl className={styles.terms}>
      <dt>{t('goods.shipping')}</dt>
      <dd>
        {shipping === 0 ? (
          t('goods.free')
        ) : (
          <>
            <Money amount={shipping} currency={currency} /> <span className={styles.soft}>{t('goods.perOrder')}</span>
          </>
        )}
      </dd>
      <dt>{t('goods.taxes')}</dt>
      <dd>
        {taxBasisPoints === 0
          ? t('goods.noTaxes')
          : t('goods.ofGoods', { rate: format.percent(taxBasisPoints / 10_000) })}
      </dd>
      {pieces > 0 && shipping + taxBasisPoints > 0 && (
        <>
          <dt>{t('goods.landed')}</dt>
          <dd>
            <strong>
              <Money amount={landed} currency={currency} />
            </strong>{' '}
            <span className={styles.soft}>{t('goods.forPieces', { n: format.number(pieces) })}</span>
          </dd>
        </>
      )}
      <dt>{t('goods.dispatch')}</dt>
      {/* A document has no clock: it tells the hours, the page the day. */}
      <dd>
        {now === undefined
          ? t('goods.dispatchText')
          : t('goods.dispatchBy', {
              date: intl('date', format.locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(
                now + DISPATCH_MS,
              ),
            })}
      </dd>
    </dl>
  )
}
