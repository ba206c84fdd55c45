import { createHash, randomUUID } from 'node:crypto'
import { CONTRACT_VERSION, contractText } from '#contract/rules/merchant-contract.ts'
import type { Payload } from '#contract/registry.ts'

/** The hash of the contract's text in English, as a device states what it read. */
export const CONTRACT_HASH = createHash('sha256')
  .update((await contractText(CONTRACT_VERSION, 'en'))!)
  .digest('hex')

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
  contract: { version: CONTRACT_VERSION, language: 'en', text: CONTRACT_HASH, signedAt: 1_790_000_000_000 },
  strokes: '20,20 400,200;30,30 60,60',
  ...more,
})
