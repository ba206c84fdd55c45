import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { useTranslation } from 'react-i18next'
import type { ListSort, SearchSort } from '#contract/rules/list-sorts.ts'
import { Segmented } from '../ui/segmented.tsx'

type Choice<S> = Exclude<S, 'priceUp' | 'priceDown'> | 'price'

/** The order of a list (`first` is `all`) or of search results (`best`); pressing Price again reverses it. */
export function SortBar<S extends ListSort | SearchSort>({
  first,
  value,
  onChange,
}: {
  first: S & ('all' | 'best')
  value: S
  onChange(sort: S): void
}) {
  const { t } = useTranslation()
  const byPrice = value === 'priceUp' || value === 'priceDown'
  const icon =
    value === 'priceUp' ? (
      <ArrowUp aria-label={t('products.priceUp')} role="img" />
    ) : value === 'priceDown' ? (
      <ArrowDown aria-label={t('products.priceDown')} role="img" />
    ) : (
      <ArrowUpDown />
    )
  return (
    <Segmented<Choice<S>>
      label={t('products.sort')}
      value={(byPrice ? 'price' : value) as Choice<S>}
      segments={[
        { value: first as Choice<S>, label: t(first === 'best' ? 'products.best' : 'products.all') },
        { value: 'sales' as Choice<S>, label: t('products.sales') },
        { value: 'price', label: t('products.price'), icon },
        { value: 'new' as Choice<S>, label: t('products.new') },
      ]}
      onChange={(choice) =>
        onChange((choice === 'price' ? (value === 'priceUp' ? 'priceDown' : 'priceUp') : choice) as S)
      }
    />
  )
}
