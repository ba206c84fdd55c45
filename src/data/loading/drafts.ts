import { RecentMap } from '../../ui/recent-map.ts'

// Typed text outlives the screen, so that the person can look something up and come back. It is personal, so it is kept
// in this tab's memory alone, and in the tab's history only while a page that has lost a part is loaded again
// (load-page-again.ts). Passwords never go through here.
const DRAFTS_MAX = 50

/** The contents of forms (src/parts/forms/use-draft.ts). */
export const drafts = new RecentMap<unknown>(DRAFTS_MAX)

interface Kept {
  /** The build whose forms these are: another one's may be of another shape. */
  build: string
  entries: [string, unknown][]
}

/** Keeps all drafts for this tab's next page. */
export function keepDrafts(): void {
  const kept: Kept = { build: import.meta.url, entries: drafts.entries() }
  history.replaceState({ ...history.state, drafts: kept }, '')
}

/** Takes the drafts that the page before this one has kept. */
export function takeDrafts(): void {
  const kept = (history.state as { drafts?: Kept } | null)?.drafts
  if (kept?.build === import.meta.url) for (const [key, draft] of kept.entries) drafts.set(key, draft)
  if (kept) history.replaceState({ ...history.state, drafts: undefined }, '')
}
