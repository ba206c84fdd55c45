import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { listSorts } from '#contract/lists/sorts.ts'
import { links } from '../../links/links.ts'
import { later } from '../../data/loading/later.tsx'
import { ListHead } from '../../lists/list-head.tsx'
import { ListLayout } from '../../lists/list-layout.tsx'
import { NothingFits } from '../../lists/nothing-fits.tsx'
import { ProductList } from '../../lists/product-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { SearchLink } from '../../parts/screen/search-link.tsx'
import { FilterChips } from './filter-chips.tsx'
import { NoFavourites } from './no-favourites.tsx'
import { productsViewOf, type ProductsView } from './products-view.ts'

const CategoryColumn = later('filter', async () => (await import('../../lists/filter/filter-later.tsx')).CategoryColumn)

/** The product list: sorted, filtered, narrowed to favourites, endless. */
export function ProductsScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const view = productsViewOf(useSearch())
  const change = (next: Partial<ProductsView>) => navigate(links.products({ ...view, ...next }), { replace: true })
  const filtered = Object.keys(view.filter).length > 0
  const query = { sort: view.sort, ...(view.favourites && { favourites: true }), ...view.filter }
  return (
    <Screen>
      <ListHead
        search={<SearchLink />}
        sorts={listSorts}
        sort={view.sort}
        onSort={(sort) => change({ sort })}
        filter={view.filter}
        of={query}
        onFilter={(filter) => change({ filter })}
        chips={<FilterChips view={view} onChange={change} />}
      />
      <ListLayout
        filter={view.filter}
        of={query}
        onFilter={(filter) => change({ filter })}
        aside={<CategoryColumn sort={view.sort} filter={view.filter} />}
      >
        <ProductList
          label={t('products.list')}
          query={query}
          empty={
            filtered ? (
              <NothingFits onClear={() => change({ filter: {} })} />
            ) : view.favourites ? (
              <NoFavourites onAll={() => change({ favourites: false })} />
            ) : undefined
          }
        />
      </ListLayout>
    </Screen>
  )
}
