import { RecentMap } from './recent-map.ts'

/**
 * What a screen keeps of its place in the history entry that shows it: how far a list was read, how high its parts
 * were. Plain values only: it goes into the browser's history.
 */
export type ScrollMemory = Record<string, unknown>

/** So many entries of the history are remembered, and so many names of each. */
const ENTRIES_MAX = 100
const NAMES_MAX = 500
const places = new RecentMap<ScrollMemory>(ENTRIES_MAX)
let here: ScrollMemory = {}

/** Keeps something under a name with the history entry on the page. */
export function remember(name: string, value: unknown): void {
  // The last kept stands last; the first gives way.
  delete here[name]
  here[name] = value
  const names = Object.keys(here)
  if (names.length > NAMES_MAX) delete here[names[0]!]
}

/** What was kept under a name when this entry was last on the page; undefined on the first visit. */
export const remembered = (name: string): unknown => here[name]

/**
 * The entry with this key is on the page now; `kept` is what the browser's history says of it. For the navigation only.
 */
export function showEntry(key: string, kept: ScrollMemory | undefined): void {
  here = places.get(key) ?? { ...kept }
  places.set(key, here)
}

/** All that was kept with an entry. For the navigation only. */
export const memoryOf = (key: string): ScrollMemory | undefined => places.get(key)
