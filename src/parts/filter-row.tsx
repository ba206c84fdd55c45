import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { WORTH_CURRENCY, type ListFilter } from '#contract/list-filter.ts'
import { ChipButton, ChipRow } from '../ui/chip.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import { useCountryName } from './use-areas.ts'
import { useFormat } from './use-format.ts'

interface FilterRowProps {
  filter: ListFilter
  onChange(filter: ListFilter): void
  /** More chips after the filter's own: categories, favourites. */
  children?: ReactNode
}

/** The way to the filter drawer, each filter that is on (a press takes it off), and other chips. */
export function FilterRow({ filter, onChange, children }: FilterRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const active = useActive(filter)
  const format = useFormat()
  return (
    <>
      <ChipRow label={t('filter.title')}>
        <ChipButton on={active.length > 0} icon={<SlidersHorizontal />} onPress={() => setOpen(true)} {...(active.length > 0 && { label: t('filter.openCount', { n: format.number(active.length) }) })}>
          {active.length > 0 ? `${t('filter.open')} · ${format.number(active.length)}` : t('filter.open')}
        </ChipButton>
        {active.map(({ text, without }) => (
          <ChipButton key={text} on label={t('filter.remove', { filter: text })} end={<X />} onPress={() => onChange(without)}>{text}</ChipButton>
        ))}
        {children}
      </ChipRow>
      <FilterDrawer open={open} filter={filter} onClose={() => setOpen(false)} onChange={onChange} />
    </>
  )
}

/** Each filter that is on, in words, and what is left without it. */
function useActive(filter: ListFilter): { text: string; without: ListFilter }[] {
  const { t } = useTranslation()
  const format = useFormat()
  const name = useCountryName()
  const { priceFrom, priceTo, minimum, inStock, area } = filter
  const money = (amount: number): string => format.money(amount, WORTH_CURRENCY)
  const { priceFrom: _from, priceTo: _to, ...unpriced } = filter
  const without = (key: keyof ListFilter): ListFilter => {
    const rest = { ...filter }
    delete rest[key]
    return rest
  }
  const price = priceFrom !== undefined && priceTo !== undefined ? t('filter.priceBetween', { from: money(priceFrom), to: money(priceTo) })
    : priceFrom !== undefined ? t('filter.priceAbove', { from: money(priceFrom) })
      : priceTo !== undefined ? t('filter.priceBelow', { to: money(priceTo) }) : undefined
  return [
    ...(price === undefined ? [] : [{ text: price, without: unpriced }]),
    ...(minimum === undefined ? [] : [{ text: t('filter.minimumAtMost', { n: format.number(minimum) }), without: without('minimum') }]),
    ...(inStock ? [{ text: t('filter.inStock'), without: without('inStock') }] : []),
    ...(area === undefined ? [] : [{ text: t('filter.shipsFrom', { country: name(area) }), without: without('area') }]),
  ]
}
