import { useTranslation } from 'react-i18next'
import {
  chargedOrder,
  chargesOf,
  chargingFor,
  gramsOf,
  moreToFree,
  taxIn,
  taxesOn,
  type Charges as ChargesOf,
  type Charged,
  type Charging,
} from '#contract/shipping/charges.ts'
import type { ProductDetail, Store } from '#contract/catalogue/schema.ts'
import { MoneyText } from '../../parts/money/price.tsx'
import { useAddresses } from '../../parts/addresses/use-addresses.ts'
import { useCountryName } from '../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { useShownMoney } from '../../parts/money/use-shown-money.ts'
import { useZoneText } from '../../parts/stores/use-zone-text.ts'
import type { Reckoned } from './buying/choosing.ts'
import styles from './goods.module.css'

interface ChargesProps {
  detail: ProductDetail
  store: Store
  reckoned: Reckoned
}

/**
 * Shipping and taxes of a store that charges by country, for the person's default address, with the resulting price of
 * a piece. A person without an address sees the countries to which the store ships, and the price for each.
 */
export function ChargesSection({ detail, store, reckoned }: ChargesProps) {
  const book = useAddresses()
  const country = book?.items.find(({ id }) => id === book.defaultId)?.country ?? ''
  const { currency } = detail.product
  const variantOf = (id: number) => detail.variants.find((variant) => variant.id === id)
  const charging = chargingFor(detail, store)
  const order = chargedOrder(
    { currency, goods: reckoned.sum },
    reckoned.chosen.map(({ variantId, num }) => ({ num, grams: gramsOf(detail, variantOf(variantId)) })),
  )
  const charges = chargesOf(charging, order, country)
  const of = { charging, charges, order, country }
  return (
    <>
      <Shipping {...of} />
      <Taxes {...of} />
      {charges.kind === 'known' && order.pieces > 0 && <Landed charges={charges} order={order} />}
    </>
  )
}

interface OfOrder {
  charging: Charging
  charges: ChargesOf
  order: Charged
  country: string
}

/** The shipping price of the chosen pieces, to the country or by country. */
function Shipping({ charging, charges, order, country }: OfOrder) {
  const { t } = useTranslation()
  const shownMoney = useShownMoney()
  const countryName = useCountryName()
  const { currency, zones = [] } = charging
  const { countriesOf, termsOf } = useZoneText((amount) => shownMoney(amount, currency))
  const zone = charges.kind === 'known' ? charges.zone : undefined
  const toFree = zone && order.pieces > 0 ? moreToFree(zone, order, currency) : 0
  return (
    <>
      <dt className={styles.beside}>{t('goods.shipping')}</dt>
      <dd className={styles.arrives}>
        <details className={styles.days}>
          <summary>
            {charges.kind === 'known' && <Price {...{ charges, order }} terms={zone && termsOf(zone)} />}
            {charges.kind === 'notThere' && (
              <strong className={styles.notThere}>{t('charges.notThere', { country: countryName(country) })}</strong>
            )}
            {charges.kind === 'byCountry' && t('charges.byCountry')}
            {charges.kind === 'unknown' && t('charges.unknown')}
            {zone && country !== '' && (
              <>
                {' '}
                <span className={styles.soft}>{t('charges.to', { country: countryName(country) })}</span>
              </>
            )}
          </summary>
          {zones.length > 0 ? (
            <ul>
              {zones
                .filter(({ countries }) => countries.length > 0)
                .map((one) => (
                  <li key={one.countries.join()}>
                    {countriesOf(one.countries)}: {termsOf(one)}
                  </li>
                ))}
            </ul>
          ) : (
            <p className={styles.soft}>{t('goods.perOrder')}</p>
          )}
        </details>
        {toFree > 0 && <p className={styles.toFree}>{t('charges.toFree', { money: shownMoney(toFree, currency) })}</p>}
      </dd>
    </>
  )
}

interface PriceProps {
  charges: ChargesOf & { kind: 'known' }
  order: Charged
  /** The charges of the zone, in words. */
  terms: string | undefined
}

/** The shipping price of the chosen pieces; while none are chosen, the terms of the zone. */
function Price({ charges: { shipping }, order, terms }: PriceProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (order.pieces === 0 && terms !== undefined) return terms
  if (shipping === 0) return t('goods.free')
  return (
    <>
      <MoneyText amount={shipping} currency={order.currency} />
      {terms !== undefined && (
        <>
          {' '}
          <span className={styles.soft}>{t('goods.forPieces', { n: number(order.pieces) })}</span>
        </>
      )}
    </>
  )
}

/** The taxes of the country. */
function Taxes({ charging, charges, country }: OfOrder) {
  const { t } = useTranslation()
  const { percent } = useFormat()
  if (charges.kind === 'notThere') return null
  const tax = charges.kind === 'byCountry' ? undefined : taxIn(charging, country)
  const rate = percent((tax?.rate ?? 0) / 10_000)
  return (
    <>
      <dt>{t('goods.taxes')}</dt>
      <dd>
        {!tax
          ? t('charges.byCountry')
          : tax.rate === 0
            ? t('goods.noTaxes')
            : t(tax.included ? 'charges.included' : 'goods.ofGoods', { rate })}
      </dd>
    </>
  )
}

/** The price of one of the chosen pieces, with shipping and taxes. */
function Landed({ charges, order }: { charges: ChargesOf & { kind: 'known' }; order: Charged }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { tax } = taxesOn(order.goods, charges.tax)
  if (charges.shipping + tax === 0) return null
  return (
    <>
      <dt>{t('goods.landed')}</dt>
      <dd>
        <strong>
          <MoneyText
            amount={Math.round((order.goods + charges.shipping + tax) / order.pieces)}
            currency={order.currency}
          />
        </strong>{' '}
        <span className={styles.soft}>{t('goods.forPieces', { n: number(order.pieces) })}</span>
      </dd>
    </>
  )
}
