import type { SignedContract } from '#contract/merchants/schema.ts'
import { hashText } from '../../parts/merchants/hash-text.ts'
import type { KeptContract } from './draft.ts'

/** The statement of a signature under a contract that was read; signed now. */
export const signedContract = async ({ version, language, text }: KeptContract): Promise<SignedContract> => ({
  version,
  language,
  text: await hashText(text),
  signedAt: Date.now(),
})
