import X from 'lucide-react/icons/x'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { BRAND, readMark } from '#contract/lists/marks.ts'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import { useCountryName } from '../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { ChipButton, ChipRow } from '../../ui/controls/chip.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useListPrice } from './use-list-price.ts'

interface FilterRowProps {
  filter: ListFilter
  onChange(filter: ListFilter): void
  /** Chips that narrow the list in other ways. */
  narrowing?: readonly Narrowing[] | undefined
  /** Takes the focus when the last chip has left. */
  heading: RefObject<HTMLElement | null>
  /** More chips after these: links, favourites. */
  children?: ReactNode
}

/**
 * A chip that narrows the list while it is `on`; a press turns it on or off. `id` has no line breaks. What does
 * something else has a `label`.
 */
export interface Narrowing {
  id: string
  text: string
  on: boolean
  label?: string | undefined
  press(): void
}

const none: readonly Narrowing[] = []

/** Each active filter (a press removes it), and other chips. The focus stays among them when one leaves. */
export function FilterRow({ filter, onChange, narrowing = none, heading, children }: FilterRowProps) {
  const { t } = useTranslation()
  const chips = [
    ...useActive(filter).map(({ id, text, without }) => ({
      id,
      text,
      on: true,
      label: undefined,
      press: () => onChange(without),
    })),
    ...narrowing,
  ]
  const item = useKeptFocus(
    chips.map((chip) => chip.id),
    heading,
  )
  if (chips.length === 0 && !children) return null
  return (
    <ChipRow label={t('filter.title')}>
      {chips.map(({ id, text, on, label, press }) => (
        <ChipButton
          key={id}
          ref={item(id)}
          on={on}
          label={label ?? (on ? t('filter.remove', { filter: text }) : t('search.narrow', { name: text }))}
          end={on && <X />}
          onPress={press}
        >
          {text}
        </ChipButton>
      ))}
      {children}
    </ChipRow>
  )
}

/** Each active filter in words, and the filter without it. */
export function useActive(filter: ListFilter): { id: string; text: string; without: ListFilter }[] {
  const { t } = useTranslation()
  const format = useFormat()
  const name = useCountryName()
  const { priceFrom, priceTo, minimum, inStock, area, marks = [] } = filter
  const { shown, currency } = useListPrice()
  const money = (worth: number): string => format.money(shown(worth), currency)
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
    ...marks.map((mark) => {
      const facet = readMark(mark)
      const left = marks.filter((other) => other !== mark)
      return {
        id: `mark ${mark}`,
        text: facet.name === BRAND ? facet.value : t('filter.mark', facet),
        without: { ...without('marks'), ...(left.length > 0 && { marks: left }) },
      }
    }),
  ]
}
