import { useState } from 'react'
import { drafts } from '../../data/loading/drafts.ts'

/**
 * The contents of a form, which survive leaving and reopening it. `key` names the form and, where others must not see
 * it, the person.
 */
export function useDraft<T>(
  key: string,
  initial: T,
): { draft: T; change(next: (draft: T) => T): void; forget(): void } {
  const [draft, setDraft] = useState(() => (drafts.get(key) as T | undefined) ?? initial)
  return {
    draft,
    change: (next) => {
      // Based on the last change, not on the last render: two fields may change before either is drawn.
      const changed = next((drafts.get(key) as T | undefined) ?? draft)
      drafts.set(key, changed)
      setDraft(changed)
    },
    forget: () => drafts.delete(key),
  }
}
