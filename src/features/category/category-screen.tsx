import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearch } from 'wouter'
import { listSorts } from '#contract/list-sorts.ts'
import { textIn } from '#contract/locales.ts'
import { categoryPlace } from '#localdb/queries/catalogue.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { ProductList } from '../../parts/product-list.tsx'
import { Screen } from '../../parts/screen.tsx'
import { SortBar } from '../../parts/sort-bar.tsx'
import { ChipLink, ChipRow } from '../../ui/chip.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import styles from './category.module.css'

/** One category: where it stands, what is below it, and its products (with those of all below it). */
export function CategoryScreen() {
  const { t, i18n } = useTranslation()
  const [, navigate] = useLocation()
  const id = Number(useParams<{ pid: string }>().pid) || 0
  const asked = new URLSearchParams(useSearch()).get('sort')
  const sort = listSorts.find((s) => s === asked) ?? 'all'
  const place = useLive((db) => categoryPlace(db, id), [id])
  useWant('catalogue.categories', {}, place !== undefined && (!place.known || !place.category))
  const name = place?.category && textIn(place.category.name, i18n.language)
  return (
    <Screen title={name}>
      <div className={styles.head}>
        <Breadcrumbs above={place?.above ?? []} name={name ?? t('category.unknown')} />
        {place && place.children.length > 0 && (
          <ChipRow label={t('category.children')}>
            {place.children.map((c) => <ChipLink key={c.id} href={links.category(c.id, sort)}>{textIn(c.name, i18n.language)}</ChipLink>)}
          </ChipRow>
        )}
        <SortBar value={sort} onChange={(next) => navigate(links.category(id, next), { replace: true })} />
      </div>
      <ProductList label={t('category.products', { name: name ?? t('category.unknown') })} query={{ categoryId: id, sort }} />
    </Screen>
  )
}
