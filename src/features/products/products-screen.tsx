import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { storeRow } from '#localdb/queries/catalogue.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { ProductList } from '../../parts/product-list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { SortBar } from '../../parts/sort-bar.tsx'
import { FilterChips } from './filter-chips.tsx'
import { NothingHere } from './nothing-here.tsx'
import styles from './products.module.css'
import { viewOf, type ProductsView } from './products-view.ts'
import { SearchField } from './search-field.tsx'

/** The product list: sorted, narrowed to favourites, one store or words in the title, endless. */
export function ProductsScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const view = viewOf(useSearch())
  const store = useLive((db) => (view.store ? storeRow(db, view.store) : Promise.resolve(undefined)), [view.store])
  const change = (next: Partial<ProductsView>) => navigate(links.products({ ...view, ...next }), { replace: true })
  const find = view.find?.trim()
  return (
    <Screen title={view.store ? store?.name : undefined}>
      <div className={styles.tools}>
        {!view.store && <SearchField value={view.find} onChange={(text) => change({ find: text })} />}
        <SortBar value={view.sort} onChange={(sort) => change({ sort })} />
        <FilterChips view={view} storeName={store?.name} onChange={change} />
      </div>
      <ProductList
        label={t('products.list')}
        query={{ sort: view.sort, ...(view.favourites && { favourites: true }), ...(find && { find }), ...(view.store && { storeId: view.store }) }}
        empty={<NothingHere view={view} onChange={change} />}
      />
    </Screen>
  )
}
