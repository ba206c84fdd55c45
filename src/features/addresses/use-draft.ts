import { useState } from 'react'
import type { AddressField } from '#contract/address-rules.ts'

/** What stands in the form. */
export interface Draft { values: Record<AddressField, string>; makeDefault: boolean }

// What was typed outlives the screen, so that one may look something up and come back. It is personal, so
// it is kept in this tab's memory only, never on the disk: a reload ends it.
const drafts = new Map<string, Draft>()

/** The form's contents, still there when it is left and opened again. `key` names the person and the address. */
export function useDraft(key: string, initial: Draft): { draft: Draft; change(part: Partial<Draft>): void; forget(): void } {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? initial)
  return {
    draft,
    change(part) {
      const next = { ...draft, ...part }
      drafts.set(key, next)
      setDraft(next)
    },
    forget: () => void drafts.delete(key),
  }
}
