import { useDraft } from '../../../parts/forms/use-draft.ts'

/**
 * The texts of a buyer on one order of a checkout: a remark to its store, their own number of it, and notes by line.
 */
export interface WrittenTexts {
  remark: string
  poNumber: string
  notes: Readonly<Record<string, string>>
}
const nothing: WrittenTexts = { remark: '', poNumber: '', notes: {} }

/** The texts on the orders of a checkout, by the key of each order, kept until the orders are placed. */
export function useWritten(uid: string): {
  of(key: string): WrittenTexts
  set(key: string, change: Partial<WrittenTexts>): void
  forget(keys: readonly string[]): void
} {
  const { draft, change } = useDraft<Readonly<Record<string, WrittenTexts>>>(`written/${uid}`, {})
  return {
    of: (key) => draft[key] ?? nothing,
    set: (key, some) => change((all) => ({ ...all, [key]: { ...(all[key] ?? nothing), ...some } })),
    forget: (keys) => change((all) => Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key)))),
  }
}
