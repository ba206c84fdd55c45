import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { addressLengths, type AddressField } from '#contract/addresses/fields.ts'
import { AreaField } from '../../parts/addresses/area-field.tsx'
import { useAreas } from '../../parts/addresses/use-areas.ts'
import { useCountryName } from '../../parts/addresses/use-country-name.ts'
import type { Errors } from '../../parts/forms/use-errors.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import type { Choice } from '../../ui/controls/combobox.tsx'
import styles from './addresses.module.css'
import { provinceWord } from './place-words.ts'
import type { Phones } from './use-phones.ts'

interface AreaFieldsProps {
  values: Record<AddressField, string>
  onChange(part: Partial<Record<AddressField, string>>): void
  errors: Errors<AddressField>
  phones: Phones | undefined
}

/** Country, province and city, each chosen within the one before; province and city may also be free texts. */
export function AreaFields({ values: { country, province, city }, onChange, errors, phones }: AreaFieldsProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const countryName = useCountryName()
  const countries = useAreas('')
  const below = useAreas(country, country !== '')
  const hasProvinces = below?.some((area) => area.parent) ?? true
  const cities = useAreas(province, province.startsWith(`${country}-`))

  const order = useMemo(() => new Intl.Collator(locale), [locale])
  const sorted = (choices: Choice[]): Choice[] => choices.sort((a, b) => order.compare(a.label, b.label))
  const closed = (open: boolean) => (open ? undefined : t('addresses.notOpen'))
  const countryChoices = useMemo(
    // Before the areas were ever fetched, every country with a calling code can be chosen.
    () =>
      sorted(
        countries?.length
          ? countries.map((a) => ({ value: a.code, label: countryName(a.code), note: closed(a.open) }))
          : (phones?.countries() ?? []).map((c) => ({ value: c, label: countryName(c) })),
      ),
    // oxlint-disable-next-line react/exhaustive-deps
    [countries, phones, countryName, order],
  )
  const named = (areas: typeof below): Choice[] =>
    sorted((areas ?? []).map((a) => ({ value: a.code, label: textIn(a.name, locale), note: closed(a.open) })))
  // A city is stored by its name: the tree does not have every city.
  const cityChoices = named(hasProvinces ? cities : below).map(({ label, note }) => ({ value: label, label, note }))
  return (
    <>
      <AreaField
        label={t('addresses.country')}
        value={country}
        name={country && countryName(country)}
        required
        choices={countryChoices}
        {...errors.of('country')}
        onValue={(next) =>
          next !== country &&
          onChange({ country: next, ...(next !== '' && country !== '' && { province: '', city: '' }) })
        }
      />
      <div className={styles.pair}>
        <AreaField
          key={`${country}/province`}
          label={t(`addresses.provinces.${provinceWord(country)}`)}
          value={province}
          free
          maxLength={addressLengths.province}
          choices={hasProvinces ? named(below) : []}
          {...errors.of('province')}
          onValue={(next) => onChange({ province: next })}
        />
        <AreaField
          key={`${country}/city`}
          label={t('addresses.city')}
          value={city}
          free
          required
          maxLength={addressLengths.city}
          choices={cityChoices}
          {...errors.of('city')}
          onValue={(next) => onChange({ city: next })}
        />
      </div>
    </>
  )
}
