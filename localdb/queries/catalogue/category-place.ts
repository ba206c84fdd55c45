import { byId } from '#contract/lists/by-id.ts'
import type { Category } from '#contract/catalogue/schema.ts'
import type { Readers } from '../../read.ts'
import { bySort } from './home.ts'

/** A category between those above and those below it. `known` is false while no category is on this device. */
export interface CategoryPlace {
  known: boolean
  category: Category | undefined
  above: Category[]
  children: Category[]
}

/** Where a category stands in the tree. */
export async function categoryPlace({ catalogue }: Readers, id: number): Promise<CategoryPlace> {
  const all = byId(await catalogue.categories.toArray())
  const category = all.get(id)
  const above: Category[] = []
  for (let up = category && all.get(category.pid); up && above.length < 10; up = all.get(up.pid)) above.unshift(up)
  return { known: all.size > 0, category, above, children: [...all.values()].filter((c) => c.pid === id).sort(bySort) }
}
