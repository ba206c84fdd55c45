import { useState } from 'react'
import type { AddressField } from '#contract/rules/addresses.ts'
import { RecentMap } from '../../ui/recent-map.ts'

/** What stands in the form. */
export interface Draft {
  values: Record<AddressField, string>
  makeDefault: boolean
}

// What was typed outlives the screen, so that one may look something up and come back. It is personal, so
// it is kept in this tab's memory only, never on the disk: a reload ends it.
const drafts = new RecentMap<Draft>(20)

/** The form's contents, still there when it is left and opened again. `key` names the person and the address. */
export function useAddressDraft(
  key: string,
  initial: Draft,
): { draft: Draft; change(next: (draft: Draft) => Draft): void; forget(): void } {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? initial)
  return {
    draft,
    change: (next) => {
      // From what was changed last, not from what was last shown: two fields may change before either is drawn.
      const changed = next(drafts.get(key) ?? draft)
      drafts.set(key, changed)
      setDraft(changed)
    },
    forget: () => drafts.delete(key),
  }
}
