import Store from 'lucide-react/icons/store'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { searchSorts } from '#contract/lists/sorts.ts'
import { categoriesByIds, storesByIds } from '#localdb/queries/search/search.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { ListHead } from '../../lists/list-head.tsx'
import { ListLayout } from '../../lists/list-layout.tsx'
import { Products } from '../../lists/product-list.tsx'
import { useProductList } from '../../lists/use-product-list.ts'
import { ChipButton, ChipLink } from '../../ui/controls/chip.tsx'
import { NothingFound } from './nothing-found.tsx'
import { Related } from './related.tsx'
import type { SearchView } from './search-view.ts'

const [CATEGORIES, STORES] = [6, 3]

interface ProductResultsProps {
  view: SearchView
  /** The field of the text. */
  search: ReactNode
  onChange(next: Partial<SearchView>): void
}

/**
 * The products that a text finds: sorted, filtered, narrowed to a category, with links to other categories and stores.
 */
export function ProductResults({ view, search, onChange }: ProductResultsProps) {
  const { t, i18n } = useTranslation()
  const query = {
    query: view.text,
    sort: view.sort,
    ...(view.category && { categoryId: view.category }),
    ...view.filter,
  }
  const list = useProductList(query)
  const { categoryIds = [], storeIds = [], related = [] } = list.facets ?? {}
  const categories = useLive(
    (db) => categoriesByIds(db, [...(view.category ? [view.category] : []), ...categoryIds]),
    [view.category, categoryIds.join()],
    [],
  )
  const stores = useLive((db) => storesByIds(db, storeIds), [storeIds.join()], [])
  useWant('catalogue.categories', {}, categoryIds.length > 0 && categories.length === 0)
  // The chosen one first: the same chip before and after, so that the focus stays on it.
  const narrowing = [...new Map(categories.map((c) => [c.id, c])).values()]
    .toSorted((a, b) => Number(b.id === view.category) - Number(a.id === view.category))
    .slice(0, CATEGORIES + Number(view.category !== undefined))
    .map((c) => ({
      id: `category ${c.id}`,
      text: textIn(c.name, i18n.language),
      on: c.id === view.category,
      press: () => onChange({ category: c.id === view.category ? undefined : c.id }),
    }))
  return (
    <>
      <ListHead
        search={search}
        own
        sorts={searchSorts}
        sort={view.sort}
        onSort={(sort) => onChange({ sort })}
        filter={view.filter}
        of={query}
        onFilter={(filter) => onChange({ filter })}
        narrowing={narrowing}
        chips={
          <>
            <ChipButton icon={<Store />} onPress={() => onChange({ stores: true })}>
              {t('search.stores')}
            </ChipButton>
            {stores.slice(0, STORES).map((s) => (
              <ChipLink key={s.id} href={links.store(s.id)} icon={<Store />}>
                <bdi>{s.name}</bdi>
              </ChipLink>
            ))}
          </>
        }
      />
      <ListLayout filter={view.filter} of={query} onFilter={(filter) => onChange({ filter })}>
        <Products
          list={list}
          searching
          label={t('search.list', { text: view.text })}
          empty={<NothingFound view={view} onChange={onChange} device={list.source === 'device'} />}
          end={<Related storeIds={storeIds} productIds={related} />}
        />
      </ListLayout>
    </>
  )
}
