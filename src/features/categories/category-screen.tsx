import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearch } from 'wouter'
import { textIn } from '#contract/text/locales.ts'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import { listSorts, type ListSort } from '#contract/lists/sorts.ts'
import { categoryPlace } from '#localdb/queries/catalogue/category-place.ts'
import { filterIn, links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { ListHead } from '../../lists/list-head.tsx'
import { ListLayout } from '../../lists/list-layout.tsx'
import { NothingFits } from '../../lists/nothing-fits.tsx'
import { ProductList } from '../../lists/product-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { SearchLink } from '../../parts/screen/search-link.tsx'
import { ChipButton, ChipLink } from '../../ui/controls/chip.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'

/** The number of subcategories shown at first. */
const CHILDREN_MAX = 16

/** One category: its path, its subcategories, and its products (with those of all subcategories). */
export function CategoryScreen() {
  const { t, i18n } = useTranslation()
  /** The category whose subcategories are all shown. */
  const [opened, setOpened] = useState<number>()
  const [, navigate] = useLocation()
  const id = Number(useParams<{ pid: string }>().pid) || 0
  const search = useSearch()
  const asked = new URLSearchParams(search).get('sort')
  const filter = filterIn(search)
  const sort = listSorts.find((s) => s === asked) ?? 'all'
  const place = useLive((db) => categoryPlace(db, id), [id])
  useWant('catalogue.categories', {}, place !== undefined && (!place.known || !place.category))
  const name = place?.category && textIn(place.category.name, i18n.language)
  const show = (by: ListSort, narrowed: ListFilter) => navigate(links.category(id, by, narrowed), { replace: true })
  const query = { categoryId: id, sort, ...filter }
  return (
    <Screen title={name}>
      <ListHead
        search={<SearchLink />}
        sorts={listSorts}
        sort={sort}
        onSort={(next) => show(next, filter)}
        filter={filter}
        of={query}
        onFilter={(next) => show(sort, next)}
        chips={
          place && place.children.length > 0 ? (
            <>
              {place.children.slice(0, opened === id ? undefined : CHILDREN_MAX).map((c) => (
                <ChipLink key={c.id} href={links.category(c.id, sort, filter)}>
                  {textIn(c.name, i18n.language)}
                </ChipLink>
              ))}
              {place.children.length > CHILDREN_MAX && opened !== id && (
                <ChipButton onPress={() => setOpened(id)}>{t('category.all')}</ChipButton>
              )}
            </>
          ) : undefined
        }
      />
      <ListLayout filter={filter} of={query} onFilter={(next) => show(sort, next)}>
        <Breadcrumbs above={place?.above ?? []} name={name ?? t('category.unknown')} />
        <ProductList
          label={t('category.products', { name: name ?? t('category.unknown') })}
          query={query}
          empty={Object.keys(filter).length > 0 ? <NothingFits onClear={() => show(sort, {})} /> : undefined}
        />
      </ListLayout>
    </Screen>
  )
}
