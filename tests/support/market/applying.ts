import { createHash, randomUUID } from 'node:crypto'
import type { Payload } from '#contract/registry.ts'
import { PROMISES } from '#contract/market/promises.ts'
import { valuesOf } from '#contract/market/text-values.ts'
import { defaultContract } from '#server/market/merchant-contract/default-contract.ts'

/** The contract of a market whose operators have set nothing, in English. */
export const CONTRACT_TEXT = defaultContract(
  'en',
  valuesOf({ market: 'Caravan', operator: '', address: '', feeRate: 0, promises: PROMISES }, 'en'),
)
/** Its hash, as a device states what it read. */
const CONTRACT_HASH = hashOf(CONTRACT_TEXT)

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

type Applying = Payload<'merchant.apply'>

/** An application with these pictures, signed; every store's name is another. */
export const applying = (pictures: Applying['pictures'], more: Partial<Applying> = {}): Applying => ({
  id: randomUUID(),
  storeName: `Store ${randomUUID().slice(0, 8)}`,
  realName: 'Ottilie Quastenberg',
  documentNumber: 'GEHEIM-7712345',
  pictures,
  code: '',
  agreed: true,
  contract: { version: 1, language: 'en', text: CONTRACT_HASH, signedAt: 1_790_000_000_000 },
  strokes: '20,20 400,200;30,30 60,60',
  ...more,
})

/** A signature under a contract that was read, as a device states it. */
export const signing = ({ version, language, text }: { version: number; language: string; text: string }) => ({
  contract: { version, language, text: hashOf(text), signedAt: 1_790_000_000_000 },
  strokes: '20,20 400,200;30,30 60,60',
})
