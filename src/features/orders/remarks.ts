import { useState } from 'react'

// Remarks outlive the screen, so that the person can add an address and come back; a reload ends them. They are kept by
// person: the next one on this device does not see them.
const drafts = new Map<string, string>()

/** The remarks of a checkout by store, kept until the order is placed. */
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
