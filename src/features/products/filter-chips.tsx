import Heart from 'lucide-react/icons/heart'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { rootCategories } from '#localdb/queries/catalogue.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { Chip, ChipLink, ChipRow } from '../../ui/chip.tsx'
import type { ProductsView } from './products-view.ts'

/** Favourites only, one store, or on to a category. */
export function FilterChips({ view, storeName, onChange }: { view: ProductsView; storeName: string | undefined; onChange(next: Partial<ProductsView>): void }) {
  const { t, i18n } = useTranslation()
  const roots = useLive(rootCategories, [], [])
  useWant('catalogue.categories', {}, roots.length === 0)
  return (
    <ChipRow label={t('products.category')}>
      {view.store && <Chip on icon={<X />} onChange={() => onChange({ store: undefined })}>{storeName ?? t('products.showAll')}</Chip>}
      {!view.store && <Chip on={view.favourites} icon={<Heart />} onChange={(favourites) => onChange({ favourites })}>{t('products.favourites')}</Chip>}
      {!view.store && roots.map((c) => <ChipLink key={c.id} href={links.category(c.id, view.sort)}>{textIn(c.name, i18n.language)}</ChipLink>)}
    </ChipRow>
  )
}
