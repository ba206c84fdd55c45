/** Text without marks and in lower case, for finding names. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

/** Plain names by the items that have them: lists are searched with every typed letter. */
const plainNames = new WeakMap<object, { name: string; plain: string }>()
function plainName(item: unknown, name: string): string {
  if (typeof item !== 'object' || item === null) return plain(name)
  const known = plainNames.get(item)
  // The item has another name in another language.
  if (known?.name === name) return known.plain
  const made = { name, plain: plain(name) }
  plainNames.set(item, made)
  return made.plain
}

/** The items whose name begins with the text, then those that contain it; without a text the first ones. */
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
