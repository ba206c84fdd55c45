import { startTransition } from 'react'
import { same } from './same.ts'

/**
 * How the device's rows take the place of a document: all at once, when each of its queries has been answered. Until
 * then the document stands as it is; what is the same in both stays even then.
 */
export interface Takeover {
  /** Gives an answer of the device to the hook with this id, now or at the end. */
  give<T>(id: string, answer: T, take: (answer: T) => void): void
  /** Nobody asks the query of this hook any more. */
  gone(id: string): void
  /** Whether the device's own rows are shown; for useSyncExternalStore. */
  over(): boolean
  subscribe(tell: () => void): () => void
}

/** A takeover of a document's results by the ids of their hooks. */
export function createTakeover(results: ReadonlyMap<string, unknown>): Takeover {
  const left = new Set(results.keys())
  const held = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  const end = (): void => {
    // A rendering that other work may interrupt, and that is shown as a whole.
    startTransition(() => {
      for (const give of held.values()) give()
    })
    held.clear()
    for (const tell of listeners) tell()
    listeners.clear()
  }
  const answered = (id: string): void => {
    if (left.delete(id) && left.size === 0) end()
  }
  return {
    give(id, answer, take) {
      if (left.size === 0 || !results.has(id)) return take(answer)
      held.delete(id)
      if (!same(answer, results.get(id))) held.set(id, () => take(answer))
      answered(id)
    },
    gone(id) {
      held.delete(id)
      answered(id)
    },
    over: () => left.size === 0,
    subscribe(tell) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
  }
}

/** Without a document there is nothing to take over. */
export const noTakeover: Takeover = createTakeover(new Map())
