import { byFacet, marksOf, readMark, type Marked } from './marks.ts'

// By what a list can be narrowed, counted by the same code on the device and at the server.

/** Facets are counted over the first so many products of a list. */
export const FACETED_MAX = 1000
const FACETS_MAX = 8
const VALUES_MAX = 12

/** A facet of a list, the values that most products have first. */
export interface Facet {
  name: string
  values: { value: string; count: number }[]
}

/**
 * The facets of some products, and how many of them each value would leave: a facet is counted over what the other
 * facets' marks leave, so that its own values can be compared. One that would narrow nothing is left out, unless a mark
 * of it is chosen.
 */
export function countFacets(products: readonly Marked[], chosen: readonly string[]): Facet[] {
  const counts = new Map<string, Map<string, number>>()
  const facets = byFacet(chosen)
  for (const [name, some] of facets) counts.set(name, new Map(some.map((mark) => [readMark(mark).value, 0])))
  for (const product of products) {
    const own = marksOf(product)
    const set = new Set(own)
    const misses = [...facets].filter(([, some]) => !some.some((mark) => set.has(mark))).map(([name]) => name)
    if (misses.length > 1) continue
    for (const mark of set) {
      const { name, value } = readMark(mark)
      if (misses.length === 1 && misses[0] !== name) continue
      const of = counts.get(name) ?? new Map<string, number>()
      counts.set(name, of.set(value, (of.get(value) ?? 0) + 1))
    }
  }
  return [...counts]
    .filter(([name, of]) => of.size > 1 || facets.has(name))
    .map(([name, of]) => ({ name, all: sumOf(of), values: kept(of, facets.get(name) ?? []) }))
    .toSorted(
      (a, b) => Number(facets.has(b.name)) - Number(facets.has(a.name)) || b.all - a.all || order(a.name, b.name),
    )
    .slice(0, Math.max(FACETS_MAX, facets.size))
    .map(({ name, values }) => ({ name, values }))
}

const sumOf = (of: ReadonlyMap<string, number>): number => [...of.values()].reduce((sum, count) => sum + count, 0)

/** By code unit, which is the same everywhere. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The values that most have, and all that are chosen. */
function kept(of: ReadonlyMap<string, number>, chosen: readonly string[]): Facet['values'] {
  const wanted = new Set(chosen.map((mark) => readMark(mark).value))
  return [...of]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || order(a.value, b.value))
    .filter(({ value }, n) => n < VALUES_MAX || wanted.has(value))
}
