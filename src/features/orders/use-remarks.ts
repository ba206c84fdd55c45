import { useDraft } from '../../parts/use-draft.ts'

/** The remarks of a checkout by store, kept until the order is placed. */
export function useRemarks(uid: string): {
  of(key: string): string
  set(key: string, text: string): void
  forget(keys: readonly string[]): void
} {
  const { draft, change } = useDraft<Readonly<Record<string, string>>>(`remarks/${uid}`, {})
  return {
    of: (key) => draft[key] ?? '',
    set: (key, text) => change((remarks) => ({ ...remarks, [key]: text })),
    forget: (keys) =>
      change((remarks) => Object.fromEntries(Object.entries(remarks).filter(([key]) => !keys.includes(key)))),
  }
}
