import { contractText } from '#contract/market/merchant-contract.ts'
import { receiptStatement, type MerchantReceipt } from '#contract/merchants/receipt.ts'
import { hashText } from './hash-text.ts'

/**
 * The outcome of checking a receipt on this device. `changed`: something in it was changed. `otherKey`: it was signed
 * with a key that is not the market's. `keyUnknown`: it is whole, but the market's key is not known here.
 * `unsupported`: this browser cannot check signatures.
 */
export type Verified = 'whole' | 'changed' | 'otherKey' | 'keyUnknown' | 'unsupported'

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))

/** The words that were signed: those of the receipt, else those that came with the app; undefined where it has none. */
export const contractWords = async ({ words, version, language }: MerchantReceipt): Promise<string | undefined> =>
  words ?? (await contractText(version, language).catch(() => undefined))

/** Checks a receipt; `marketKey` is the market's public key as it says it to everybody. */
export async function verifyReceipt(receipt: MerchantReceipt, marketKey: string | null | undefined): Promise<Verified> {
  const text = await contractWords(receipt)
  if (text !== undefined && (await hashText(text)) !== receipt.text) return 'changed'
  if (marketKey && marketKey !== receipt.key) return 'otherKey'
  const { signature, key, words: _words, earlier: _earlier, ...agreed } = receipt
  const statement = receiptStatement({ ...agreed, strokes: await hashText(receipt.strokes) })
  try {
    const opened = await crypto.subtle.importKey('raw', bytesOf(key), { name: 'Ed25519' }, false, ['verify'])
    const right = await crypto.subtle.verify(
      { name: 'Ed25519' },
      opened,
      bytesOf(signature),
      new TextEncoder().encode(statement),
    )
    if (!right) return 'changed'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return 'unsupported'
    if (error instanceof DOMException) return 'changed'
    throw error
  }
  return marketKey ? 'whole' : 'keyUnknown'
}
