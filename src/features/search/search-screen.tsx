import Package from 'lucide-react/icons/package'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { links } from '../../links/links.ts'
import { BarTools } from '../../lists/list-head.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { ChipButton, ChipRow } from '../../ui/controls/chip.tsx'
import { ProductResults } from './product-results.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchStart } from './search-start.tsx'
import { searchViewOf, type SearchView } from './search-view.ts'
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
  const view = searchViewOf(useSearch())
  const change = (next: Partial<SearchView>) => navigate(links.search({ ...view, ...next }), { replace: true })
  if (!view.text)
    return (
      <Screen>
        <BarTools search={<SearchBox value="" onSearch={searchFor} />} own />
        <SearchStart onSearch={searchFor} />
      </Screen>
    )
  const box = <SearchBox key={view.text} value={view.text} onSearch={(text) => searchFor(text, view.stores)} />
  return (
    <Screen title={t('search.results', { text: view.text })}>
      {view.stores ? (
        <>
          <BarTools search={box} own />
          <ChipRow label={t('search.what')}>
            <ChipButton icon={<Package />} onPress={() => change({ stores: false })}>
              {t('search.products')}
            </ChipButton>
          </ChipRow>
          <StoreResults view={view} onProducts={() => change({ stores: false })} />
        </>
      ) : (
        <ProductResults view={view} search={box} onChange={change} />
      )}
    </Screen>
  )
}
