/** Marks and case do not matter when one looks for a name. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

/** Names in that form, by what bears them: lists are searched again with every letter that is typed. */
const plainNames = new WeakMap<object, { name: string; plain: string }>()
function plainName(item: unknown, name: string): string {
  if (typeof item !== 'object' || item === null) return plain(name)
  const known = plainNames.get(item)
  // In another language it has another name.
  if (known?.name === name) return known.plain
  const made = { name, plain: plain(name) }
  plainNames.set(item, made)
  return made.plain
}

/** Those whose name begins with the text, then those that have it elsewhere; without a text the first ones. */
export function matching<T>(items: readonly T[], nameOf: (item: T) => string, text: string, most: number): T[] {
  const wanted = plain(text)
  if (!wanted) return items.slice(0, most)
  const found = items
    .map((item) => ({ item, at: plainName(item, nameOf(item)).indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
  return [...found.filter(({ at }) => at === 0), ...found.filter(({ at }) => at > 0)]
    .slice(0, most)
    .map(({ item }) => item)
}
