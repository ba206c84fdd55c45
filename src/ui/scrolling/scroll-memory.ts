import { RecentMap } from '../recent-map.ts'

/**
 * The scroll memory of a history entry: how far a list was read, how high its parts were. Plain values only: it goes
 * into the browser's history.
 */
export type ScrollMemory = Record<string, unknown>

/** The most history entries remembered, and the most names in each. */
const ENTRIES_MAX = 100
const NAMES_MAX = 500
const places = new RecentMap<ScrollMemory>(ENTRIES_MAX)
let here: ScrollMemory = {}

/** Stores a value under a name with the history entry on the page. */
export function remember(name: string, value: unknown): void {
  // The latest name comes last; the first is dropped.
  delete here[name]
  here[name] = value
  const names = Object.keys(here)
  if (names.length > NAMES_MAX) delete here[names[0]!]
}

/** The value stored under a name when this entry was last on the page; undefined on the first visit. */
export const rememberedHere = (name: string): unknown => here[name]

/** Switches to the entry with this key; `kept` is its memory in the browser's history. For the navigation only. */
export function showEntry(key: string, kept: ScrollMemory | undefined): void {
  here = places.get(key) ?? { ...kept }
  places.set(key, here)
}

/** The memory of an entry. For the navigation only. */
export const memoryOf = (key: string): ScrollMemory | undefined => places.get(key)
