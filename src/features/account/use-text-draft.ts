import { useState } from 'react'

// Typed text outlives the screen, so that the person can look something up and come back; a reload ends it. Passwords
// never go through here.
const drafts = new Map<string, string>()

/** A text that survives leaving and reopening the form. */
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

/** Forgets all drafts, once the form was submitted. */
export const forgetDrafts = (): void => drafts.clear()
