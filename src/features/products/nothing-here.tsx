import Heart from 'lucide-react/icons/heart'
import PackageOpen from 'lucide-react/icons/package-open'
import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ProductsView } from './products-view.ts'

/** Why a narrowed list is empty, and the way out of it. */
export function NothingHere({ view, onChange }: { view: ProductsView; onChange(next: Partial<ProductsView>): void }) {
  const { t } = useTranslation()
  const all = <Button kind="secondary" onClick={() => onChange({ find: undefined, favourites: false, store: undefined })}>{t('products.showAll')}</Button>
  if (view.find) return <EmptyState icon={<SearchX />} title={t('products.noneFound')} text={t('products.noneFoundHint')} action={all} />
  if (view.favourites) return <EmptyState icon={<Heart />} title={t('products.noFavourites')} text={t('products.noFavouritesHint')} action={all} />
  return <EmptyState icon={<PackageOpen />} title={t('products.none')} action={view.store ? all : undefined} />
}
