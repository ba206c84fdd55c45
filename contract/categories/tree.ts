import { groupBy } from '../lists/group-by.ts'

// The market's tree of categories, as its operator makes it. Both sides obey it; apart from the schemas, so that a page
// can read it without carrying their library.

/** How deep categories stand below each other, and so many an operator makes. */
export const CATEGORY_LEVELS_MAX = 6
export const CATEGORIES_MAX = 2_000
/** A category's name (characters). */
export const CATEGORY_NAME_MAX = 80

interface Placed {
  id: number
  /** The category above it; 0 at the top. */
  pid: number
}

/** Categories with what stands below each right behind it, and their level from 0; those of one place keep order. */
export function inTree<C extends Placed>(categories: readonly C[]): (C & { level: number })[] {
  const below = groupBy(categories, ({ pid }) => pid)
  const from = (pid: number, level: number): (C & { level: number })[] =>
    // No deeper than there are categories, should they ever stand in a circle.
    level > categories.length
      ? []
      : (below.get(pid) ?? []).flatMap((one) => [{ ...one, level }, ...from(one.id, level + 1)])
  return from(0, 0)
}

/** Which categories one may be put below: not itself, nothing below it, and nowhere that leaves its own too deep. */
export function placesFor<C extends Placed>(
  categories: readonly C[],
  id: number | undefined,
): (C & { level: number })[] {
  const tree = inTree(categories)
  const at = tree.findIndex((one) => one.id === id)
  const own = tree[at]
  const end = own ? tree.findIndex((one, n) => n > at && one.level <= own.level) : -1
  const inside = own ? tree.slice(at, end < 0 ? undefined : end) : []
  const height = own ? Math.max(...inside.map(({ level }) => level)) - own.level + 1 : 1
  return tree.filter((one) => !inside.includes(one) && one.level + 1 + height <= CATEGORY_LEVELS_MAX)
}
