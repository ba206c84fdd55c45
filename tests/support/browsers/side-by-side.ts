/**
 * Does some work for each item, in their order, for two at a time: a page that loads leaves a core to one that is
 * looked at. Answers stand in the items' order.
 */
export async function sideBySide<T, R>(items: readonly T[], work: (item: T, side: 0 | 1) => Promise<R>): Promise<R[]> {
  const left = items.entries()
  const done: R[] = []
  const side = async (at: 0 | 1): Promise<void> => {
    for (const [n, item] of left) done[n] = await work(item, at)
  }
  await Promise.all([side(0), side(1)])
  return done
}
