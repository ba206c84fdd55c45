import { useDraft } from '../../parts/use-draft.ts'

type Field = 'login' | 'username' | 'email' | 'code'

/** The typed values of the login (its email is `login`) and the registration; both are forgotten together. */
export function useAccountDraft(): {
  draft: Partial<Record<Field, string>>
  set(field: Field, text: string): void
  forget(): void
} {
  const { draft, change, forget } = useDraft<Partial<Record<Field, string>>>('account', {})
  return { draft, set: (field, text) => change((typed) => ({ ...typed, [field]: text })), forget }
}
