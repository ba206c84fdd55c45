/** Marks and case do not matter when one looks for a name. */
export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase().trim()

/** Those whose name begins with the text, then those that have it elsewhere; without a text the first ones. */
export function matching<T>(items: readonly T[], nameOf: (item: T) => string, text: string, most: number): T[] {
  const wanted = plain(text)
  if (!wanted) return items.slice(0, most)
  const found = items.map((item) => ({ item, at: plain(nameOf(item)).indexOf(wanted) })).filter(({ at }) => at >= 0)
  return [...found.filter(({ at }) => at === 0), ...found.filter(({ at }) => at > 0)]
    .slice(0, most)
    .map(({ item }) => item)
}
