import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../app/links.ts'
import { Screen } from '../../parts/screen.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ProductResults } from './product-results.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchStart } from './search-start.tsx'
import { viewOf, type SearchView } from './search-view.ts'
import styles from './search.module.css'
import { StoreResults } from './store-results.tsx'
import { useSearchFor } from './use-search-for.ts'

/**
 * Search: the start page, and the products and stores that a text finds; on the device at once, at the server when it
 * can be reached.
 */
export function SearchScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const searchFor = useSearchFor()
  const view = viewOf(useSearch())
  const change = (next: Partial<SearchView>) => navigate(links.search({ ...view, ...next }), { replace: true })
  if (!view.text)
    return (
      <Screen>
        <SearchBox value="" onSearch={searchFor} />
        <SearchStart onSearch={searchFor} />
      </Screen>
    )
  return (
    <Screen title={t('search.results', { text: view.text })}>
      <div className={styles.tools}>
        <SearchBox key={view.text} value={view.text} onSearch={(text) => searchFor(text, view.stores)} />
        <div className={styles.what}>
          <Segmented
            label={t('search.what')}
            value={view.stores ? 'stores' : 'products'}
            segments={[
              { value: 'products', label: t('search.products') },
              { value: 'stores', label: t('search.stores') },
            ]}
            onChange={(what) => change({ stores: what === 'stores' })}
          />
        </div>
      </div>
      {view.stores ? (
        <StoreResults view={view} onProducts={() => change({ stores: false })} />
      ) : (
        <ProductResults view={view} onChange={change} />
      )}
    </Screen>
  )
}
