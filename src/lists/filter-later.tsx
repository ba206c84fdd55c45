import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WORTH_CURRENCY, type ListFilter } from '#contract/rules/list-filter.ts'
import { minorPlaces, parseMinor } from '#contract/rules/money.ts'
import type { ListQuery } from '#localdb/queries/lists.ts'
import { shippingAreas } from '#localdb/queries/search.ts'
import { useLive } from '../data/use-live.ts'
import { useCountryName } from '../parts/use-areas.ts'
import { useErrors } from '../parts/use-errors.ts'
import { useFormat } from '../parts/use-format.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { cx } from '../ui/cx.ts'
import { Field, type FieldProps } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { afterBack } from '../ui/use-back-closes.ts'
import { FacetFields } from './facet-fields.tsx'
import styles from './filter-later.module.css'
import { countTyped, decimalTyped } from './typed-number.ts'

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
  // Filters that change elsewhere, by a chip, are typed anew.
  const { marks: _marks, ...typed } = filter
  return <FilterForm key={JSON.stringify(typed)} filter={filter} of={of} onDone={onChange} beside />
}

/** Minor units as a person would type them: "12", "12.50". */
function typedOf(minor: number | undefined): string {
  if (minor === undefined) return ''
  const [cents, places] = [10 ** minorPlaces(WORTH_CURRENCY), minorPlaces(WORTH_CURRENCY)]
  return `${Math.trunc(minor / cents)}${minor % cents ? `.${String(minor % cents).padStart(places, '0')}` : ''}`
}

/** The typed numbers, prices in minor units; undefined where a field is empty or unreadable. */
function numbersOf(from: string, to: string, minimum: string): Record<'a' | 'b' | 'least', number | undefined> {
  const price = (typed: string) => (typed.trim() ? parseMinor(decimalTyped(typed), WORTH_CURRENCY) : undefined)
  return { a: price(from), b: price(to), least: countTyped(minimum) }
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
  const [from, setFrom] = useState(typedOf(filter.priceFrom))
  const [to, setTo] = useState(typedOf(filter.priceTo))
  const [minimum, setMinimum] = useState(filter.minimum === undefined ? '' : String(filter.minimum))
  const [inStock, setInStock] = useState(filter.inStock === true)
  const [area, setArea] = useState(filter.area ?? '')
  const [chosen, setMarks] = useState(filter.marks ?? [])
  // Beside its list a mark counts at once.
  const marks = beside ? (filter.marks ?? []) : chosen
  const errors = useErrors(['from', 'to', 'minimum'])
  const areas = useAreaChoices(filter.area)

  const apply = () => {
    const { a, b, least } = numbersOf(from, to, minimum)
    const wrong = t('filter.priceWrong', { example: format.money(1250, WORTH_CURRENCY) })
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
      <Prices from={errors.bind('from', from, setFrom)} to={errors.bind('to', to, setTo)} />
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
function Prices({ from, to }: Record<'from' | 'to', Omit<FieldProps, 'label'>>) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.prices}>
      <legend className={styles.legend}>{t('filter.price', { currency: WORTH_CURRENCY })}</legend>
      <Field label={t('filter.from')} inputMode="decimal" autoComplete="off" {...from} />
      <Field label={t('filter.to')} inputMode="decimal" autoComplete="off" {...to} />
      <p className={styles.hint}>{t('filter.priceHint', { currency: WORTH_CURRENCY })}</p>
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
