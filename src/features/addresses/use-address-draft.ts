import { useState } from 'react'
import type { AddressField } from '#contract/rules/addresses.ts'
import { RecentMap } from '../../ui/recent-map.ts'

/** The contents of the form. */
export interface Draft {
  values: Record<AddressField, string>
  makeDefault: boolean
}

// Typed text outlives the screen, so that the person can look something up and come back. It is personal, so it is kept
// only in this tab's memory, never on the disk: a reload ends it.
const drafts = new RecentMap<Draft>(20)

/** The form's contents, which survive leaving and reopening it. `key` names the person and the address. */
export function useAddressDraft(
  key: string,
  initial: Draft,
): { draft: Draft; change(next: (draft: Draft) => Draft): void; forget(): void } {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? initial)
  return {
    draft,
    change: (next) => {
      // Based on the last change, not on the last render: two fields may change before either is drawn.
      const changed = next(drafts.get(key) ?? draft)
      drafts.set(key, changed)
      setDraft(changed)
    },
    forget: () => drafts.delete(key),
  }
}
