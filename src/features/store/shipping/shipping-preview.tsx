import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chargesOf, ELSEWHERE, taxesOn, type Charging } from '#contract/shipping/charges.ts'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { countTyped } from '../../../parts/forms/typed-number.ts'
import { typedAmount, typedDecimal } from '../../../parts/forms/typed-price.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import styles from '../centre.module.css'
import shipping from './shipping.module.css'

interface ShippingPreviewProps {
  charging: Charging
  /** Where an order may go: codes, and ELSEWHERE. */
  countries: readonly string[]
}

/** Typed kilograms in grams, 0 if the text is empty; undefined if it is not a weight. */
function gramsTyped(text: string): number | undefined {
  const plain = typedDecimal(text, 3)
  if (plain === '') return 0
  return /^\d{1,7}(\.\d{1,3})?$/.test(plain) ? Math.round(Number(plain) * 1000) : undefined
}

/**
 * The charges on an order to one of the countries, by the number of pieces, the weight and the value that are typed.
 */
export function ShippingPreview({ charging, countries }: ShippingPreviewProps) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const countryName = useCountryName()
  const { currency } = charging
  const [pieces, setPieces] = useState('12')
  const [kilograms, setKilograms] = useState('8')
  const [worth, setWorth] = useState('240')
  const [chosen, setChosen] = useState('')
  const country = countries.includes(chosen) ? chosen : countries[0]
  if (country === undefined) return null
  const nameOf = (code: string): string => (code === ELSEWHERE ? t('zones.elsewhere') : countryName(code))
  const [n, grams, goods] = [countTyped(pieces), gramsTyped(kilograms), typedAmount(worth, currency)]
  const known = n !== undefined && grams !== undefined && goods !== undefined
  const charges = known ? chargesOf(charging, { currency, pieces: n, grams, goods }, country) : undefined
  const taxes = charges?.kind === 'known' ? taxesOn(goods ?? 0, charges.tax) : undefined
  return (
    <fieldset className={shipping.preview}>
      <legend className={styles.legend}>{t('zones.preview')}</legend>
      <div className={styles.pair}>
        <Field
          label={t('zones.previewPieces')}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          value={pieces}
          onChange={(e) => setPieces(e.target.value)}
        />
        <Field
          label={t('zones.previewWeight')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={kilograms}
          onChange={(e) => setKilograms(e.target.value)}
        />
        <Field
          label={t('zones.previewWorth', { currency })}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={worth}
          onChange={(e) => setWorth(e.target.value)}
        />
      </div>
      {countries.length > 1 && (
        <Select
          label={t('zones.previewTo')}
          value={country}
          choices={countries.map((value) => ({ value, label: nameOf(value) }))}
          onChange={setChosen}
        />
      )}
      <p className={shipping.answer} role="status">
        {charges?.kind === 'known' && taxes
          ? t('zones.costs', {
              country: nameOf(country),
              shipping: charges.shipping === 0 ? t('shipping.free') : money(charges.shipping, currency),
              taxes:
                taxes.included > 0
                  ? t('orders.taxesIncluded', { money: money(taxes.included, currency) })
                  : money(taxes.tax, currency),
            })
          : t('zones.previewWrong')}
      </p>
    </fieldset>
  )
}
