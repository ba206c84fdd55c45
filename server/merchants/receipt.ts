import { createHash } from 'node:crypto'
import { CONTRACT_VERSION, contractText } from '#contract/rules/merchant-contract.ts'
import { receiptStatement, type MerchantReceipt } from '#contract/rules/merchant-receipt.ts'
import { isSigned, readStrokes } from '#contract/rules/strokes.ts'
import type { Payload } from '#contract/registry.ts'
import type { Tx } from '../db/tables.ts'
import { KeyAway, type MarketKeys } from '../keys/market-keys.ts'
import { readSiteSettings } from '../settings.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Why a signature cannot be taken; undefined when it can. */
export async function signatureFault(
  p: Payload<'merchant.apply'>,
  needed: boolean,
): Promise<'notSigned' | 'contractMoved' | undefined> {
  if (!p.contract) return needed ? 'notSigned' : undefined
  const { version, language, text } = p.contract
  const current = version === CONTRACT_VERSION ? await contractText(version, language) : undefined
  if (current === undefined || hashOf(current) !== text) return 'contractMoved'
  const strokes = readStrokes(p.strokes)
  return strokes && isSigned(strokes) ? undefined : 'notSigned'
}

/**
 * The receipt of a signature, counter-signed by the market, as JSON.
 *
 * @throws KeyAway
 */
export async function counterSign(
  { tx, keys, now }: { tx: Tx; keys: MarketKeys; now(): number },
  p: Payload<'merchant.apply'> & { contract: NonNullable<Payload<'merchant.apply'>['contract']> },
  names: { storeName: string; realName: string },
): Promise<string> {
  const { signing } = keys
  if (!signing) throw new KeyAway('The key that signs contracts is not there.')
  const { web_name: partyA } = await readSiteSettings(tx)
  const { version, language, text, signedAt } = p.contract
  const agreed = {
    application: p.id,
    version,
    language,
    text,
    partyA,
    partyB: names.realName,
    store: names.storeName,
    signedAt: new Date(signedAt).toISOString(),
    counterSignedAt: new Date(now()).toISOString(),
  }
  const signature = signing.sign(receiptStatement({ ...agreed, strokes: hashOf(p.strokes) }))
  const receipt: MerchantReceipt = { ...agreed, strokes: p.strokes, signature, key: signing.publicKey }
  return JSON.stringify(receipt)
}
