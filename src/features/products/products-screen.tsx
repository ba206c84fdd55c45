import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../app/links.ts'
import { NothingFits } from '../../lists/nothing-fits.tsx'
import { ProductList } from '../../lists/product-list.tsx'
import { SortBar } from '../../lists/sort-bar.tsx'
import { Screen } from '../../parts/screen.tsx'
import { SearchLink } from '../../parts/search-link.tsx'
import { FilterChips } from './filter-chips.tsx'
import { NoFavourites } from './no-favourites.tsx'
import { viewOf, type ProductsView } from './products-view.ts'
import styles from './products.module.css'

/** The product list: sorted, filtered, narrowed to favourites, endless. */
export function ProductsScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const view = viewOf(useSearch())
  const change = (next: Partial<ProductsView>) => navigate(links.products({ ...view, ...next }), { replace: true })
  const filtered = Object.keys(view.filter).length > 0
  return (
    <Screen>
      <div className={styles.tools}>
        <SearchLink />
        <SortBar first="all" value={view.sort} onChange={(sort) => change({ sort })} />
        <FilterChips view={view} onChange={change} />
      </div>
      <ProductList
        label={t('products.list')}
        query={{ sort: view.sort, ...(view.favourites && { favourites: true }), ...view.filter }}
        empty={
          filtered ? (
            <NothingFits onClear={() => change({ filter: {} })} />
          ) : view.favourites ? (
            <NoFavourites onAll={() => change({ favourites: false })} />
          ) : undefined
        }
      />
    </Screen>
  )
}
