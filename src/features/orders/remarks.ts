import { useState } from 'react'

// What was written to a shop outlives the screen, so that one may add an address and come back; a reload
// ends it. By person: the next one on this device finds nothing of it.
const drafts = new Map<string, string>()

/** The remarks of a checkout by shop, kept until the order is placed. */
export function useRemarks(uid: string): {
  of(key: string): string
  set(key: string, text: string): void
  forget(keys: readonly string[]): void
} {
  const [, redraw] = useState(0)
  const draft = (key: string) => `${uid} ${key}`
  return {
    of: (key) => drafts.get(draft(key)) ?? '',
    set(key, text) {
      drafts.set(draft(key), text)
      redraw((n) => n + 1)
    },
    forget: (keys) => {
      for (const key of keys) drafts.delete(draft(key))
    },
  }
}
