import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { MerchantApplication } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../read.ts'
import type { MetaRows, Sealed } from '../schema.ts'
import { sealKey } from './account.ts'

/**
 * A person's newest application as the device keeps it, its texts sealed. `pending`: it has not reached the market.
 * `refused` is the last submission that was not taken, until it is put out of sight; `application` then is null if it
 * was the first.
 */
export interface MerchantState {
  application: MerchantApplication | null
  pending: boolean
  refused: { intentId: string; refusal: Refusal } | undefined
}

/** How a person stands as a merchant. */
export async function merchantState({ user }: Readers): Promise<MerchantState> {
  const [rows, rejected] = await Promise.all([
    user.merchantApplications.toArray(),
    user.outbox.where('state').equals('rejected').toArray(),
  ])
  const shown = rows.flatMap((row) => (row.shown ? [{ application: row.shown, pending: row.pending > 0 }] : []))
  const [newest] = shown.sort((a, b) => b.application.at - a.application.at)
  const last = rejected.findLast((intent) => intent.name === 'merchant.apply')
  return {
    application: newest?.application ?? null,
    pending: newest?.pending ?? false,
    refused: last && {
      intentId: last.intentId,
      refusal: last.last ?? { reason: 'requestFailed' as const },
    },
  }
}

/** The sealed draft of an application, with the key that opens it; null while there is no key or no draft. */
export async function merchantDraft(readers: Readers): Promise<{ uid: string; key: CryptoKey; sealed: Sealed } | null> {
  const [own, kept] = await Promise.all([
    sealKey(readers),
    readers.user.meta.get('merchantDraft') as PromiseLike<MetaRows['merchantDraft'] | undefined>,
  ])
  return own && kept ? { ...own, sealed: kept.sealed } : null
}
