import { useMemo } from 'react'
import { textIn } from '#contract/text/locales.ts'
import { byId } from '#contract/lists/by-id.ts'
import { allCategories } from '#localdb/queries/products/product.ts'
import { useLive } from '../../../data/use-live.ts'
import { useWant } from '../../../data/use-want.ts'
import { useFormat } from '../../../parts/format/use-format.ts'

/** The categories by their names from the root down, in the member's language. */
export function useCategoryNames(): Map<number, string> | undefined {
  const { locale } = useFormat()
  const all = useLive(allCategories, [])
  useWant('catalogue.categories', {}, all?.length === 0)
  return useMemo(() => {
    if (!all) return undefined
    const known = byId(all)
    const pathOf = (id: number): string => {
      const names: string[] = []
      for (let at = known.get(id); at && names.length < 10; at = known.get(at.pid))
        names.unshift(textIn(at.name, locale))
      return names.join(' › ')
    }
    return new Map(all.map(({ id }) => [id, pathOf(id)]))
  }, [all, locale])
}
