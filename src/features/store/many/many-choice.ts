// Which rows of a list are chosen, by press and by key.

/** The chosen rows, by id; `from` is the row at which a range drawn with Shift begins. */
export interface ManyChoice {
  ids: ReadonlySet<string>
  from: number
}

export const noChoice: ManyChoice = { ids: new Set(), from: 0 }

/** One row, chosen or not from now on. */
export function toggled({ ids }: ManyChoice, all: readonly { id: string }[], at: number): ManyChoice {
  const id = all[at]?.id
  if (id === undefined) return { ids, from: at }
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, from: at }
}

/** Chooses all rows from the start of the range up to this one. */
export function stretched({ ids, from }: ManyChoice, all: readonly { id: string }[], at: number): ManyChoice {
  const [first, last] = from < at ? [from, at] : [at, from]
  return { ids: new Set([...ids, ...all.slice(first, last + 1).map(({ id }) => id)]), from }
}

/** The effect of a key in a list of `count` rows. `at` is the current row, and `page` rows are in sight. */
export type KeyDeed = { to: number; stretch: boolean } | 'toggle' | 'all' | 'none'

export function deedOf(
  e: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
  at: number,
  count: number,
  page: number,
): KeyDeed | undefined {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }
  const to = steps[e.key]
  if (to !== undefined) return { to: Math.min(count - 1, Math.max(0, to)), stretch: e.shiftKey }
  if (e.key === 'Enter' || e.key === ' ') return 'toggle'
  if (e.key === 'Escape') return 'none'
  return e.key.toLowerCase() === 'a' && (e.ctrlKey || e.metaKey) ? 'all' : undefined
}
