import { groupBy } from './group-by.ts'

// The marks by which a list of products can be narrowed, beside price, stock and place: the attributes that its
// products have in common. A facet is an attribute's name or the brand; a mark is one value of it, "Material=Cotton".
// Apart from facets.ts, so that a page can narrow a list before it can count.

/** The facet of the makers. Attributes' names are as their sellers wrote them; this one has a text of its own. */
export const BRAND = 'brand'
/** The largest number of marks that narrow one list. */
export const MARKS_MAX = 20
/** The longest mark (characters). */
export const MARK_MAX = 90
/** The parts of a product by which a list is narrowed. */
export interface Marked {
  brand?: string | null | undefined
  /** The marks of its attributes, as the server states them; absent from rows of an older server. */
  marks?: readonly string[] | undefined
}
/** One value of a facet. */
export const markOf = (name: string, value: string): string => `${name}=${value}`

/** The facet and the value of a mark; a name has no "=". */
export function readMark(mark: string): { name: string; value: string } {
  const at = mark.indexOf('=')
  return at < 0 ? { name: '', value: mark } : { name: mark.slice(0, at), value: mark.slice(at + 1) }
}

/** All marks of a product. */
export const marksOf = ({ brand, marks = [] }: Marked): readonly string[] =>
  brand ? [markOf(BRAND, brand), ...marks] : marks

/** Chosen marks by their facets. */
export function byFacet(chosen: readonly string[]): Map<string, string[]> {
  return groupBy(chosen, (mark) => readMark(mark).name)
}

/** Whether a product has one of the chosen marks of each facet. */
export function hasMarks(product: Marked, chosen: readonly string[] = []): boolean {
  if (chosen.length === 0) return true
  const own = new Set(marksOf(product))
  return [...byFacet(chosen).values()].every((some) => some.some((mark) => own.has(mark)))
}
