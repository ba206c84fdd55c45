import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney, minorPlaces, parseMinor } from '#contract/amounts.ts'
import { WORTH_CURRENCY, type ListFilter } from '#contract/list-filter.ts'
import { shippingAreas } from '#localdb/queries/search.ts'
import { useLive } from '../data/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { afterBack } from '../ui/use-back-closes.ts'
import styles from './filter-drawer.module.css'
import { countTyped, decimalTyped } from './typed-number.ts'
import { useCountryName } from '../parts/use-areas.ts'
import { useErrors } from '../parts/use-errors.ts'
import { useFormat } from '../parts/use-format.ts'

interface FilterDrawerProps {
  open: boolean
  filter: ListFilter
  onClose(): void
  /** Called once the sheet has closed, so that the filter may be kept in the address. */
  onChange(filter: ListFilter): void
}

/** What narrows a list: price, least quantity, stock, whence it ships; works the same without a network. */
export function FilterDrawer({ open, filter, onClose, onChange }: FilterDrawerProps) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onClose={onClose} title={t('filter.title')}>
      <FilterForm
        filter={filter}
        onDone={(next) => {
          onClose()
          afterBack(() => onChange(next))
        }}
      />
    </Sheet>
  )
}

/** Minor units as one would type them: "12", "12.50". */
function typedOf(minor: number | undefined): string {
  if (minor === undefined) return ''
  const [cents, places] = [10 ** minorPlaces(WORTH_CURRENCY), minorPlaces(WORTH_CURRENCY)]
  return `${Math.trunc(minor / cents)}${minor % cents ? `.${String(minor % cents).padStart(places, '0')}` : ''}`
}

function FilterForm({ filter, onDone }: { filter: ListFilter; onDone(filter: ListFilter): void }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [from, setFrom] = useState(typedOf(filter.priceFrom))
  const [to, setTo] = useState(typedOf(filter.priceTo))
  const [minimum, setMinimum] = useState(filter.minimum === undefined ? '' : String(filter.minimum))
  const [inStock, setInStock] = useState(filter.inStock === true)
  const [area, setArea] = useState(filter.area ?? '')
  const errors = useErrors(['from', 'to', 'minimum'])
  const areas = useAreaChoices(filter.area)

  const apply = () => {
    const [a, b] = [from, to].map((typed) =>
      typed.trim() ? parseMinor(decimalTyped(typed), WORTH_CURRENCY) : undefined,
    )
    const most = countTyped(minimum)
    const wrong = t('filter.priceWrong', { example: formatMoney({ amount: 1250, currency: WORTH_CURRENCY }, locale) })
    const found = {
      ...(from.trim() && a === undefined && { from: wrong }),
      ...(to.trim() && b === undefined && { to: wrong }),
      ...(minimum.trim() && most === undefined && { minimum: t('filter.minimumWrong') }),
    }
    if (errors.show(found)) return
    // The wrong way round is meant the right way round.
    const [priceFrom, priceTo] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b]
    onDone({
      ...(priceFrom !== undefined && { priceFrom }),
      ...(priceTo !== undefined && { priceTo }),
      ...(most !== undefined && { minimum: most }),
      ...(inStock && { inStock }),
      ...(area && { area }),
    })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        apply()
      }}
    >
      <fieldset className={styles.prices}>
        <legend className={styles.legend}>{t('filter.price', { currency: WORTH_CURRENCY })}</legend>
        <Field
          label={t('filter.from')}
          inputMode="decimal"
          autoComplete="off"
          value={from}
          {...errors.of('from')}
          onChange={(e) => {
            setFrom(e.target.value)
            errors.clear('from')
          }}
        />
        <Field
          label={t('filter.to')}
          inputMode="decimal"
          autoComplete="off"
          value={to}
          {...errors.of('to')}
          onChange={(e) => {
            setTo(e.target.value)
            errors.clear('to')
          }}
        />
        <p className={styles.hint}>{t('filter.priceHint', { currency: WORTH_CURRENCY })}</p>
      </fieldset>
      <Field
        label={t('filter.minimum')}
        hint={t('filter.minimumHint')}
        inputMode="numeric"
        autoComplete="off"
        value={minimum}
        {...errors.of('minimum')}
        onChange={(e) => {
          setMinimum(e.target.value)
          errors.clear('minimum')
        }}
      />
      {areas.length > 0 && (
        <Select
          label={t('filter.area')}
          value={area}
          choices={[{ value: '', label: t('filter.anywhere') }, ...areas]}
          onChange={setArea}
        />
      )}
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
