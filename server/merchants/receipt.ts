import { createHash } from 'node:crypto'
import { matchLocale } from '#contract/text/locales.ts'
import { contractText } from '#contract/market/merchant-contract.ts'
import { receiptStatement, type MerchantReceipt } from '#contract/merchants/receipt.ts'
import { isSigned, readStrokes } from '#contract/merchants/strokes.ts'
import type { SignedContract } from '#contract/merchants/schema.ts'
import type { Tx } from '../db/tables/tables.ts'
import { KeyAway, type MarketKeys } from '../keys/market-keys.ts'
import { readMarketName, readSetting } from '../market/settings.ts'
import { publishedContract, readContract } from '../market/merchant-contract/versions.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A signature: the text that was signed, and the drawn strokes. */
interface Signing {
  contract: SignedContract
  strokes: string
}

/** The words that were signed, as a receipt has them: null of a text that came with the app, which every app has. */
type Words = string | null

/** The words of a contract that was signed; undefined where it is not the one that sellers sign now. */
async function wordsOf(tx: Tx, { version, language, text }: SignedContract, now: number): Promise<Words | undefined> {
  const current = await readContract(tx, matchLocale([language]), now)
  if (current.version === version && current.language === language && hashOf(current.text) === text) return current.text
  // An app of before has the text that came with it, which holds as long as the operators have published none. Where no
  // such app was ever open, its numbers are those of other texts.
  if (version >= (await readSetting(tx, 'contractFirst')) || (await publishedContract(tx))) return undefined
  const shipped = await contractText(version, language)
  return shipped !== undefined && hashOf(shipped) === text ? null : undefined
}

/**
 * The words of the contract under a signature, or why that is not taken. `signing` null: nothing was signed, and
 * undefined is answered where nothing needs to be.
 */
export async function signedWords(
  { tx, now }: { tx: Tx; now(): number },
  signing: Signing | null,
  needed: boolean,
): Promise<{ words: Words } | { fault: 'notSigned' | 'contractMoved' } | undefined> {
  if (!signing) return needed ? { fault: 'notSigned' } : undefined
  const words = await wordsOf(tx, signing.contract, now())
  if (words === undefined) return { fault: 'contractMoved' }
  const strokes = readStrokes(signing.strokes)
  return strokes && isSigned(strokes) ? { words } : { fault: 'notSigned' }
}

interface Parties {
  /** The application. */
  id: string
  storeName: string
  realName: string
}

/**
 * The receipt of a signature, counter-signed by the market, as JSON; with the one of the version before (`before`).
 *
 * @throws KeyAway
 */
export async function counterSign(
  { tx, keys, now }: { tx: Tx; keys: MarketKeys; now(): number },
  { contract, strokes }: Signing,
  { id, storeName, realName }: Parties,
  { words, before }: { words: Words; before?: string | null },
): Promise<string> {
  const { signing } = keys
  if (!signing) throw new KeyAway('The key that signs contracts is not there.')
  const { version, language, text, signedAt } = contract
  const agreed = {
    application: id,
    version,
    language,
    text,
    partyA: await readMarketName(tx),
    partyB: realName,
    store: storeName,
    signedAt: new Date(signedAt).toISOString(),
    counterSignedAt: new Date(now()).toISOString(),
  }
  const signature = signing.sign(receiptStatement({ ...agreed, strokes: hashOf(strokes) }))
  const receipt: MerchantReceipt = {
    ...agreed,
    strokes,
    signature,
    key: signing.publicKey,
    ...(words !== null && { words }),
    ...(before && { earlier: earlierWith(before) }),
  }
  return JSON.stringify(receipt)
}

/** The receipts before the next one, the newest first. */
function earlierWith(before: string): MerchantReceipt[] {
  const { earlier = [], ...last } = JSON.parse(before) as MerchantReceipt
  return [last, ...earlier]
}
