import { noteKey, readNotes } from '#contract/orders/line-notes.ts'

/** Whether what is noted on an order is notes, and of its own lines. */
export function areNotesOf({
  notes,
  lines,
}: {
  notes?: string | undefined
  lines: readonly { id: number; variantId: number }[]
}): boolean {
  if (notes === undefined) return true
  const own = new Set(lines.map(noteKey))
  const read = readNotes(notes)
  return read !== undefined && [...read.keys()].every((key) => own.has(key))
}
