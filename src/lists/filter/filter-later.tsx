import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import { minorPlaces, parseMinor } from '#contract/currencies/money.ts'
import type { ListQuery } from '#localdb/queries/catalogue/lists.ts'
import { shippingAreas } from '#localdb/queries/search/search.ts'
import { useLive } from '../../data/use-live.ts'
import { useCountryName } from '../../parts/addresses/use-country-name.ts'
import { useErrors } from '../../parts/forms/use-errors.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Field, type FieldProps } from '../../ui/controls/field.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Sheet } from '../../ui/layers/sheet.tsx'
import { afterBack } from '../../ui/layers/use-back-closes.ts'
import { FacetFields } from './facet-fields.tsx'
import styles from './filter-later.module.css'
import { countTyped, decimalTyped } from '../../parts/forms/typed-number.ts'
import type { ListPrice } from './list-price.ts'
import { useListPrice } from './use-list-price.ts'

export { CategoryColumn } from './category-column.tsx'

interface FilterDrawerProps {
  filter: ListFilter
  /** The list that is narrowed. */
  of: ListQuery
  onClose(): void
  /** Called once the sheet has closed, so that the filter may be kept in the address. */
  onChange(filter: ListFilter): void
}

/**
 * The filters of a list: price, minimum order, stock, country of dispatch, and what its products have in common; they
 * work the same without a network.
 */
export function FilterDrawer({ filter, of, onClose, onChange }: FilterDrawerProps) {
  const { t } = useTranslation()
  return (
    <Sheet open onClose={onClose} title={t('filter.title')}>
      <FilterForm
        filter={filter}
        of={of}
        onDone={(next) => {
          onClose()
          afterBack(() => onChange(next))
        }}
      />
    </Sheet>
  )
}

/** The same filters beside a list. */
export function FilterColumn({ filter, of, onChange }: Omit<FilterDrawerProps, 'onClose'>) {
  // Filters that change elsewhere, by a chip, are typed anew, and prices in another currency.
  const { marks: _marks, ...typed } = filter
  const { currency } = useListPrice()
  return <FilterForm key={currency + JSON.stringify(typed)} filter={filter} of={of} onDone={onChange} beside />
}

/** Minor units as a person would type them: "12", "12.50". */
function typedOf(worth: number | undefined, { shown, currency }: ListPrice): string {
  if (worth === undefined) return ''
  const minor = shown(worth)
  const [cents, places] = [10 ** minorPlaces(currency), minorPlaces(currency)]
  return `${Math.trunc(minor / cents)}${minor % cents ? `.${String(minor % cents).padStart(places, '0')}` : ''}`
}

/** A typed price in minor units of the market's currency; undefined where the field is empty or unreadable. */
function priceTyped(typed: string, { worth, currency }: ListPrice): number | undefined {
  const minor = typed.trim() ? parseMinor(decimalTyped(typed), currency) : undefined
  return minor === undefined ? undefined : worth(minor)
}

/** The numeric part of a filter; two prices in the wrong order are swapped. */
function narrowed(a: number | undefined, b: number | undefined, least: number | undefined): ListFilter {
  const [priceFrom, priceTo] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]
  return {
    ...(priceFrom !== undefined && { priceFrom }),
    ...(priceTo !== undefined && { priceTo }),
    ...(least !== undefined && { minimum: least }),
  }
}

function FilterForm({
  filter,
  of,
  onDone,
  beside = false,
}: {
  filter: ListFilter
  of: ListQuery
  onDone(filter: ListFilter): void
  beside?: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useListPrice()
  const [from, setFrom] = useState(typedOf(filter.priceFrom, price))
  const [to, setTo] = useState(typedOf(filter.priceTo, price))
  const [minimum, setMinimum] = useState(filter.minimum === undefined ? '' : String(filter.minimum))
  const [inStock, setInStock] = useState(filter.inStock === true)
  const [area, setArea] = useState(filter.area ?? '')
  const [chosen, setMarks] = useState(filter.marks ?? [])
  // Beside its list a mark counts at once.
  const marks = beside ? (filter.marks ?? []) : chosen
  const errors = useErrors(['from', 'to', 'minimum'])
  const areas = useAreaChoices(filter.area)

  const apply = () => {
    const [a, b, least] = [priceTyped(from, price), priceTyped(to, price), countTyped(minimum)]
    const wrong = t('filter.priceWrong', { example: format.decimalMoney('12', price.currency) })
    const found = {
      ...(from.trim() && a === undefined && { from: wrong }),
      ...(to.trim() && b === undefined && { to: wrong }),
      ...(minimum.trim() && least === undefined && { minimum: t('filter.minimumWrong') }),
    }
    if (errors.show(found)) return
    const rest = { ...(inStock && { inStock }), ...(area && { area }), ...(marks.length > 0 && { marks }) }
    onDone({ ...narrowed(a, b, least), ...rest })
  }
  return (
    <form
      className={cx(styles.form, beside && styles.beside)}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        apply()
      }}
    >
      <Prices currency={price.currency} from={errors.bind('from', from, setFrom)} to={errors.bind('to', to, setTo)} />
      <Field
        label={t('filter.minimum')}
        hint={t('filter.minimumHint')}
        inputMode="numeric"
        autoComplete="off"
        {...errors.bind('minimum', minimum, setMinimum)}
      />
      {areas.length > 0 && (
        <Select
          label={t('filter.area')}
          value={area}
          choices={[{ value: '', label: t('filter.anywhere') }, ...areas]}
          onChange={setArea}
        />
      )}
      <FacetFields
        of={{ ...of, marks }}
        onChange={(next) => (beside ? onDone(withMarks(filter, next)) : setMarks(next))}
      />
      <Checkbox checked={inStock} onChange={setInStock} label={t('filter.inStock')} />
      <div className={styles.actions}>
        <Button kind="secondary" onClick={() => onDone({})}>
          {t('filter.clear')}
        </Button>
        <Button type="submit" wide>
          {t('filter.show')}
        </Button>
      </div>
    </form>
  )
}

/** The two ends of the unit price. */
function Prices({ currency, from, to }: { currency: string } & Record<'from' | 'to', Omit<FieldProps, 'label'>>) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.prices}>
      <legend className={styles.legend}>{t('filter.price', { currency })}</legend>
      <Field label={t('filter.from')} inputMode="decimal" autoComplete="off" {...from} />
      <Field label={t('filter.to')} inputMode="decimal" autoComplete="off" {...to} />
      <p className={styles.hint}>{t('filter.priceHint')}</p>
    </fieldset>
  )
}

/** A filter with other marks. */
function withMarks({ marks: _marks, ...rest }: ListFilter, marks: readonly string[]): ListFilter {
  return marks.length > 0 ? { ...rest, marks } : rest
}

/** The countries that stores ship from, by name in the person's language. */
function useAreaChoices(chosen: string | undefined): { value: string; label: string }[] {
  const { locale } = useFormat()
  const name = useCountryName()
  const known = useLive(shippingAreas, [], [])
  const codes = chosen && !known.includes(chosen) ? [...known, chosen] : known
  return codes
    .map((code) => ({ value: code, label: name(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}
