import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { useTranslation } from 'react-i18next'
import type { ListSort } from '#contract/list-sorts.ts'
import { Segmented } from '../ui/segmented.tsx'

type Choice = 'all' | 'sales' | 'price' | 'new'

/** The order of a list; Price turns round when it is pressed again. */
export function SortBar({ value, onChange }: { value: ListSort; onChange(sort: ListSort): void }) {
  const { t } = useTranslation()
  const byPrice = value === 'priceUp' || value === 'priceDown'
  const icon = value === 'priceUp' ? <ArrowUp aria-label={t('products.priceUp')} role="img" /> : value === 'priceDown' ? <ArrowDown aria-label={t('products.priceDown')} role="img" /> : <ArrowUpDown />
  return (
    <Segmented<Choice>
      label={t('products.sort')}
      value={byPrice ? 'price' : value}
      segments={[
        { value: 'all', label: t('products.all') },
        { value: 'sales', label: t('products.sales') },
        { value: 'price', label: t('products.price'), icon },
        { value: 'new', label: t('products.new') },
      ]}
      onChange={(choice) => onChange(choice === 'price' ? (value === 'priceUp' ? 'priceDown' : 'priceUp') : choice)}
    />
  )
}
