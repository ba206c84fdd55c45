import { LINE_NOTE_MAX } from '../wire/limits.ts'

// Notes on the lines of an order travel as one text, because the device seals personal content text by text. It is the
// JSON of an object: a line's key to its note.

/** The key of a line within its order: its product and its choice, 0 for none. */
export const noteKey = ({ id, variantId }: { id: number; variantId: number }): string => `${id}:${variantId}`

/** Notes by the keys of their lines, as one text; undefined when nothing is noted. */
export function writeNotes(notes: ReadonlyMap<string, string>): string | undefined {
  const entries = [...notes].flatMap(([key, note]) => (note.trim() === '' ? [] : [[key, note.trim()] as const]))
  return entries.length === 0 ? undefined : JSON.stringify(Object.fromEntries(entries))
}

/** The notes in a text by the keys of their lines; undefined when it is none, or one of them is too long. */
export function readNotes(text: string): ReadonlyMap<string, string> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
    const notes = new Map<string, string>()
    for (const [key, note] of Object.entries(read)) {
      if (typeof note !== 'string' || note.length > LINE_NOTE_MAX) return undefined
      notes.set(key, note)
    }
    return notes
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
