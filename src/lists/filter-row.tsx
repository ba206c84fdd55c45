import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { WORTH_CURRENCY, type ListFilter } from '#contract/rules/list-filter.ts'
import { useCountryName } from '../parts/use-areas.ts'
import { useFormat } from '../parts/use-format.ts'
import { ChipButton, ChipRow } from '../ui/chip.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'

const FilterDrawer = lazy(async () => ({ default: (await import('./filter-drawer.tsx')).FilterDrawer }))

interface FilterRowProps {
  filter: ListFilter
  onChange(filter: ListFilter): void
  /** Chips that narrow the list in other ways. */
  narrowing?: readonly Narrowing[]
  /** More chips after these: links, favourites. */
  children?: ReactNode
}

/** A chip that narrows the list while it is `on`; a press turns it on or off. `id` has no line breaks. */
export interface Narrowing {
  id: string
  text: string
  on: boolean
  press(): void
}

const none: readonly Narrowing[] = []

/**
 * The button of the filter drawer, each active filter (a press removes it), and other chips. The focus stays among them
 * when one leaves.
 */
export function FilterRow({ filter, onChange, narrowing = none, children }: FilterRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const active = useActive(filter)
  const chips = [
    ...active.map(({ id, text, without }) => ({ id, text, on: true, press: () => onChange(without) })),
    ...narrowing,
  ]
  const drawer = useRef<HTMLButtonElement>(null)
  const item = useKeptFocus(
    chips.map((chip) => chip.id),
    drawer,
  )
  const format = useFormat()
  return (
    <>
      <ChipRow label={t('filter.title')}>
        <ChipButton
          ref={drawer}
          on={active.length > 0}
          icon={<SlidersHorizontal />}
          onPress={() => setOpen(true)}
          {...(active.length > 0 && { label: t('filter.openCount', { n: format.number(active.length) }) })}
        >
          {active.length > 0 ? `${t('filter.open')} · ${format.number(active.length)}` : t('filter.open')}
        </ChipButton>
        {chips.map(({ id, text, on, press }) => (
          <ChipButton
            key={id}
            ref={item(id)}
            on={on}
            label={on ? t('filter.remove', { filter: text }) : t('search.narrow', { name: text })}
            end={on && <X />}
            onPress={press}
          >
            {text}
          </ChipButton>
        ))}
        {children}
      </ChipRow>
      {open && (
        <Suspense fallback={null}>
          <FilterDrawer filter={filter} onClose={() => setOpen(false)} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}

/** Each active filter in words, and the filter without it. */
function useActive(filter: ListFilter): { id: string; text: string; without: ListFilter }[] {
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
  const price =
    priceFrom !== undefined && priceTo !== undefined
      ? t('filter.priceBetween', { from: money(priceFrom), to: money(priceTo) })
      : priceFrom !== undefined
        ? t('filter.priceAbove', { from: money(priceFrom) })
        : priceTo !== undefined
          ? t('filter.priceBelow', { to: money(priceTo) })
          : undefined
  return [
    ...(price === undefined ? [] : [{ id: 'price', text: price, without: unpriced }]),
    ...(minimum === undefined
      ? []
      : [
          {
            id: 'minimum',
            text: t('filter.minimumAtMost', { n: format.number(minimum) }),
            without: without('minimum'),
          },
        ]),
    ...(inStock ? [{ id: 'inStock', text: t('filter.inStock'), without: without('inStock') }] : []),
    ...(area === undefined
      ? []
      : [{ id: 'area', text: t('filter.shipsFrom', { country: name(area) }), without: without('area') }]),
  ]
}
