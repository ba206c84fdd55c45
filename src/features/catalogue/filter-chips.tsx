import Heart from 'lucide-react/icons/heart'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { rootCategories } from '#localdb/queries/catalogue/home.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { Chip, ChipLink } from '../../ui/controls/chip.tsx'
import type { ProductsView } from './products-view.ts'

/** The largest number of categories in the row, which scrolls. On a wide screen they stand beside the list. */
const CATEGORIES_MAX = 11

/** "Favourites only", links to categories with the same filters, and to all categories. */
export function FilterChips({ view, onChange }: { view: ProductsView; onChange(next: Partial<ProductsView>): void }) {
  const { t, i18n } = useTranslation()
  const roots = useLive(rootCategories, [], [])
  useWant('catalogue.categories', {}, roots.length === 0)
  return (
    <>
      <Chip on={view.favourites} icon={<Heart />} onChange={(favourites) => onChange({ favourites })}>
        {t('products.favourites')}
      </Chip>
      <span data-narrow="">
        {roots.slice(0, CATEGORIES_MAX).map((c) => (
          <ChipLink key={c.id} href={links.category(c.id, view.sort, view.filter)}>
            {textIn(c.name, i18n.language)}
          </ChipLink>
        ))}
        {roots.length > CATEGORIES_MAX && <ChipLink href={links.search()}>{t('products.allCategories')}</ChipLink>}
      </span>
    </>
  )
}
