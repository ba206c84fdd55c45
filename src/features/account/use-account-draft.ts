import { useDraft } from '../../parts/forms/use-draft.ts'

type Field = 'login' | 'username' | 'email' | 'code' | 'resetCode' | 'joinCode' | 'invitation' | 'failure'

/** The typed values of login (its email is `login`), registration and reset; all are forgotten together. */
export function useAccountDraft(): {
  draft: Partial<Record<Field, string>>
  set(field: Field, text: string): void
  forget(): void
} {
  const { draft, change, forget } = useDraft<Partial<Record<Field, string>>>('account', {})
  return { draft, set: (field, text) => change((typed) => ({ ...typed, [field]: text })), forget }
}
