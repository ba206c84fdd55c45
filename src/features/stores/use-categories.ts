import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { storeCategories } from '#localdb/queries/stores/store.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import type { Narrowing } from '../../lists/filter/filter-row.tsx'

/** The number of categories of a store that are offered at first. */
const CATEGORIES_MAX = 8

/**
 * The categories of a store as chips that narrow its list; a press on the chosen one takes it off. The last of many
 * shows the others.
 */
export function useCategories(
  id: number,
): (chosen: number | undefined, choose: (category: number | undefined) => void) => Narrowing[] {
  const { t, i18n } = useTranslation()
  /** The store whose categories are all shown. */
  const [opened, setOpened] = useState<number>()
  const categories = useLive((db) => storeCategories(db, id), [id], [])
  useWant('catalogue.categories', {}, categories.length === 0)
  const all = opened === id || categories.length <= CATEGORIES_MAX + 1
  return (chosen, choose) => [
    ...categories
      .filter((c, n) => all || n < CATEGORIES_MAX || c.id === chosen)
      .map((c) => ({
        id: `category ${c.id}`,
        text: textIn(c.name, i18n.language),
        on: c.id === chosen,
        press: () => choose(c.id === chosen ? undefined : c.id),
      })),
    ...(all
      ? []
      : [
          {
            id: 'categories',
            text: t('home.allCategories'),
            label: t('home.allCategories'),
            on: false,
            press: () => setOpened(id),
          },
        ]),
  ]
}
