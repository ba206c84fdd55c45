import { useTranslation } from 'react-i18next'
import { backOrdered } from '#contract/products/back-orders.ts'
import { taxOn } from '#contract/prices/ladder.ts'
import { chargedFor, isAhead, isChargedByCountry, LEAD, leavesBy } from '#contract/shipping/terms.ts'
import type { ProductDetail, Store } from '#contract/catalogue/schema.ts'
import { later } from '../../data/loading/later.tsx'
import { dayText } from '../../parts/format/day-text.ts'
import { MoneyText } from '../../parts/money/price.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useNow } from '../../ui/time.tsx'
import type { Reckoned } from './buying/choosing.ts'
import styles from './goods.module.css'

const Charges = later('charges', async () => (await import('./charges-later.tsx')).ChargesSection)
/** Where the person's own address is among them, it says their day: no part of a document. */
const Arrival = later('arrival', async () => (await import('./arrival-later.tsx')).Arrival)

interface DeliveryProps {
  detail: ProductDetail
  store: Store | undefined
  reckoned: Reckoned
}

/** Shipping, taxes, what a piece costs with both, when it leaves, and how long it is under way. */
export function Delivery({ detail, store, reckoned }: DeliveryProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const lead = Math.max(detail.lead ?? LEAD, backDays(detail, reckoned))
  const { holiday = null, days = [], zones = [] } = store?.terms ?? {}
  const areas = days.length
  const day = (at: number): string => dayText(at, format.locale)
  return (
    <dl className={styles.terms}>
      {store && isChargedByCountry(store.terms) ? (
        <Charges {...{ detail, store, reckoned }} instead={<dt className={styles.beside}>{t('goods.shipping')}</dt>} />
      ) : (
        <Everywhere {...{ detail, store, reckoned }} />
      )}
      <dt>{t('goods.dispatch')}</dt>
      {/* A document has no clock: it tells the hours or days, the page the day. */}
      <dd>
        {now === undefined ? (
          lead === LEAD ? (
            t('goods.dispatchText')
          ) : (
            t('goods.dispatchDays', { count: lead, n: format.number(lead) })
          )
        ) : (
          <>
            {t('goods.dispatchBy', { date: day(leavesBy(now, lead, holiday)) })}
            {holiday && isAhead(holiday, now) && leavesBy(now, lead, holiday) > leavesBy(now, lead, null) && (
              <span className={styles.away}>{t('goods.away', { date: day(Date.parse(holiday.to)) })}</span>
            )}
          </>
        )}
      </dd>
      {(areas > 0 || zones.some((zone) => zone.days)) && (
        <>
          <dt className={styles.beside}>{t('goods.arrives')}</dt>
          <dd className={styles.arrives}>
            <Arrival
              {...{ days, zones, lead, holiday }}
              instead={<span>{areas > 0 && t('goods.arrivesIn', { count: areas, n: format.number(areas) })}</span>}
            />
          </dd>
        </>
      )}
    </dl>
  )
}

/** Within how many days what was chosen beyond the shelf leaves; 0 where nothing was. */
function backDays({ back, product, variants }: ProductDetail, { chosen }: Reckoned): number {
  const beyond = chosen.some(({ variantId, num }) => {
    const of = variants.find(({ id }) => id === variantId)
    return backOrdered(num, (of ?? product).stock, of ? (of.beyond ?? 0) : (back?.beyond ?? 0)) > 0
  })
  return back && beyond ? back.days : 0
}

/** Shipping and taxes of a store that charges the same everywhere. */
function Everywhere({ detail, store, reckoned: { pieces, sum } }: DeliveryProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shipping, taxBasisPoints } = chargedFor(detail, store)
  const { currency } = detail.product
  const landed = Math.round((sum + shipping + taxOn(sum, taxBasisPoints)) / Math.max(1, pieces))
  return (
    <>
      <dt>{t('goods.shipping')}</dt>
      <dd>
        {shipping === 0 ? (
          t('goods.free')
        ) : (
          <>
            <MoneyText amount={shipping} currency={currency} />{' '}
            <span className={styles.soft}>{t('goods.perOrder')}</span>
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
              <MoneyText amount={landed} currency={currency} />
            </strong>{' '}
            <span className={styles.soft}>{t('goods.forPieces', { n: format.number(pieces) })}</span>
          </dd>
        </>
      )}
    </>
  )
}
