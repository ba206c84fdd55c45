import { byId } from '../lists/by-id.ts'
import { textIn, type Texts } from '../text/locales.ts'

/**
 * Categories as a table names them: by the names from the root down, or by "#" and the number where the names do not
 * identify one.
 */
export interface CategoryPaths {
  pathOf(id: number): string
  idOf(path: string): number | undefined
}

/** The paths of all categories, in English where they have it. A path is read in any letter case. */
export function categoryPaths(categories: readonly { id: number; pid: number; name: Texts }[]): CategoryPaths {
  const known = byId(categories)
  const named = (id: number): string => {
    const names: string[] = []
    // At most as many steps as there are categories, in case they ever form a circle.
    for (let at = known.get(id); at && names.length <= known.size; at = known.get(at.pid))
      names.unshift(textIn(at.name, 'en'))
    return names.join(' > ')
  }
  const folded = (path: string): string =>
    path
      .split('>')
      .map((name) => name.trim().toLowerCase())
      .join(' > ')
  const ids = new Map<string, number | undefined>()
  for (const { id } of categories) {
    const path = folded(named(id))
    ids.set(path, ids.has(path) ? undefined : id)
  }
  const idOf = (text: string): number | undefined => {
    const id = /^#(\d{1,9})$/.exec(text.trim())?.[1]
    return id === undefined ? ids.get(folded(text)) : known.has(Number(id)) ? Number(id) : undefined
  }
  return {
    pathOf: (id) => {
      const path = named(id)
      return idOf(path) === id ? path : `#${id}`
    },
    idOf,
  }
}
