import { startTransition } from 'react'
import { sameResult } from './same.ts'

/**
 * How the device's rows take the place of a document: all at once, when each of its queries has been answered. Until
 * then the document stands as it is; what is the same in both stays even then.
 */
export interface Takeover {
  /** Gives an answer of the device to the hook with this id, now or at the end. */
  give<T>(id: string, answer: T, take: (answer: T) => void): void
  /** Nobody asks what this hook asked in the document any more. */
  gone(id: string): void
  /** Ends it, whatever has not been answered. */
  end(): void
  /** Whether the device's own rows are shown, or are being rendered. */
  over(): boolean
  /**
   * Calls back when it ends, within the transition that shows the device's rows: said before, what waits for them would
   * act on the document's.
   */
  subscribe(tell: () => void): () => void
}

/** A takeover of a document's results by the ids of their hooks. */
export function createTakeover(results: ReadonlyMap<string, unknown>): Takeover {
  // The hooks that still show the document, and those of them that the device has not answered yet.
  const showing = new Set(results.keys())
  const left = new Set(results.keys())
  const held = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  let over = left.size === 0
  const end = (): void => {
    if (over) return
    over = true
    showing.clear()
    left.clear()
    // A rendering that other work may interrupt, and that is shown as a whole.
    startTransition(() => {
      for (const give of held.values()) give()
      for (const tell of listeners) tell()
    })
    held.clear()
    listeners.clear()
  }
  const answered = (id: string): void => {
    if (left.delete(id) && left.size === 0) end()
  }
  return {
    give(id, answer, take) {
      if (!showing.has(id)) return take(answer)
      held.delete(id)
      if (!sameResult(answer, results.get(id))) held.set(id, () => take(answer))
      answered(id)
    },
    gone(id) {
      showing.delete(id)
      held.delete(id)
      answered(id)
    },
    end,
    over: () => over,
    subscribe(tell) {
      if (over) startTransition(tell)
      else listeners.add(tell)
      return () => void listeners.delete(tell)
    },
  }
}

/** Without a document there is nothing to take over. */
export const noTakeover: Takeover = createTakeover(new Map())
