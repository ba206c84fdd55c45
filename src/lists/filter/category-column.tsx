import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { ListFilter } from '#contract/catalogue/filter.ts'
import type { ListSort } from '#contract/lists/sorts.ts'
import { rootCategories } from '#localdb/queries/catalogue/home.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import styles from './category-column.module.css'

/** The largest number of categories above the filters at first. */
const CATEGORIES_MAX = 11

/** The categories beside a list, as links with the same filters. */
export function CategoryColumn({ sort, filter }: { sort: ListSort; filter: ListFilter }) {
  const { t, i18n } = useTranslation()
  const roots = useLive(rootCategories, [], [])
  const [all, setAll] = useState(false)
  if (roots.length === 0) return null
  return (
    <nav className={styles.categories} aria-label={t('home.categories')}>
      {(all ? roots : roots.slice(0, CATEGORIES_MAX)).map((c) => (
        <a key={c.id} href={links.category(c.id, sort, filter)}>
          {textIn(c.name, i18n.language)}
        </a>
      ))}
      {roots.length > CATEGORIES_MAX && (
        <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'home.fewer' : 'home.allCategories')}
        </button>
      )}
    </nav>
  )
}
