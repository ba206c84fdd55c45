import { keepDrafts } from './drafts.ts'
import { ChunkFailed } from './load-chunk.ts'

/** How often the page of an address is loaded again by itself. */
const RELOADS_MAX = 2

/** Whether only another page can have what could not be loaded. */
export const isLost = (error: unknown): boolean => error instanceof ChunkFailed && error.lost

/** Loads the page again at its address; the drafts of its forms are there again. */
export function loadPageAgain(): void {
  keepDrafts()
  location.reload()
}

/**
 * Loads the page again because of an error that only this mends. Returns whether it does: not without a network, nor
 * where that has not helped.
 */
export function replacesPage(error: unknown): boolean {
  if (!isLost(error) || !navigator.onLine) return false
  const reloads = (history.state as { reloads?: number } | null)?.reloads ?? 0
  if (reloads === RELOADS_MAX) return false
  history.replaceState({ ...history.state, reloads: reloads + 1 }, '')
  loadPageAgain()
  return true
}
