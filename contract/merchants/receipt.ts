// The agreement of the market and a merchant, in a form that both sign: lines of text, always the same for the same
// agreement, so that anybody can compute them again and check the signature.

/** The receipt of a signed contract. Times in ISO 8601; hashes are SHA-256 in hexadecimal. */
export interface MerchantReceipt {
  application: string
  /** The contract's text. */
  version: number
  language: string
  text: string
  /** The market. */
  partyA: string
  /** The merchant, by their real name, and the store. */
  partyB: string
  store: string
  /** When it was signed, by the device's clock, and when the market counter-signed, by its own. */
  signedAt: string
  counterSignedAt: string
  /** The drawn signature (strokes.ts). */
  strokes: string
  /** The contract's words as they were signed; absent where it was signed under the app's own versions 1 to 3. */
  words?: string
  /** The receipts of versions that the merchant had signed before, the newest first, without earlier ones of theirs. */
  earlier?: MerchantReceipt[]
  /** The market's signature of the statement (Ed25519), and its public key; both in base64. */
  signature: string
  key: string
}

/** The statement that the market signs. `strokes` is the hash of the drawn signature. */
export const receiptStatement = (receipt: Omit<MerchantReceipt, 'signature' | 'key' | 'words' | 'earlier'>): string =>
  [
    'caravan merchant contract 1',
    `application: ${receipt.application}`,
    `version: ${receipt.version}`,
    `language: ${receipt.language}`,
    `text: ${receipt.text}`,
    `party A: ${receipt.partyA}`,
    `party B: ${receipt.partyB}`,
    `store: ${receipt.store}`,
    `signed: ${receipt.signedAt}`,
    `counter-signed: ${receipt.counterSignedAt}`,
    `strokes: ${receipt.strokes}`,
    '',
  ].join('\n')
