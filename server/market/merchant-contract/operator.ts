import type { LocaleCode } from '#contract/text/locales.ts'
import type { Actor } from '../../audit/audit.ts'
import { Cannot } from '../../texts/cannot.ts'
import type { Db } from '../../db/tables/tables.ts'
import { publishContract, putDraft, type Expected } from './versions.ts'
import { OperatorError } from '../../operator/answer.ts'

/** Carries out an act; its refusal is explained to operators. @throws OperatorError */
async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Cannot) throw new OperatorError(error.message, undefined, error)
    throw error
  }
}

/** Keeps a draft of the sellers' contract; an empty one is removed. `now` is Unix ms. @throws OperatorError */
export const saveDraft = (
  db: Db,
  draft: { language: LocaleCode; body: string },
  now: number,
  actor: Actor,
): Promise<void> => explained(() => putDraft(db, draft, now, actor))

/** Publishes its drafts as they are expected; returns the version. `now` is Unix ms. @throws OperatorError */
export const publishDrafts = (db: Db, expected: Expected, now: number, actor: Actor): Promise<number> =>
  explained(() => publishContract(db, expected, now, actor))
