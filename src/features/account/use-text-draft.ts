import { useState } from 'react'

// What was typed outlives the screen, so that one may look something up and come back; a reload ends it.
// A password is never given to this.
const drafts = new Map<string, string>()

/** A text that is still there when the form is left and opened again. */
export function useTextDraft(name: string, initial = ''): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(name) ?? initial)
  return [
    text,
    (next) => {
      drafts.set(name, next)
      setText(next)
    },
  ]
}

/** Forgets the drafts: the form has served its purpose. */
export const forgetDrafts = (): void => drafts.clear()
