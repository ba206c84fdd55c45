import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { storeCategories } from '#localdb/queries/stores.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import type { Narrowing } from '../../lists/filter-row.tsx'

/** So many categories of a store are offered. */
const CATEGORIES_MAX = 8

/** The categories of a store as chips that narrow its list; a press on the chosen one takes it off. */
export function useCategories(
  id: number,
): (chosen: number | undefined, choose: (category: number | undefined) => void) => Narrowing[] {
  const { i18n } = useTranslation()
  const categories = useLive((db) => storeCategories(db, id), [id], [])
  useWant('catalogue.categories', {}, categories.length === 0)
  return (chosen, choose) =>
    categories.slice(0, CATEGORIES_MAX).map((c) => ({
      id: `category ${c.id}`,
      text: textIn(c.name, i18n.language),
      on: c.id === chosen,
      press: () => choose(c.id === chosen ? undefined : c.id),
    }))
}
