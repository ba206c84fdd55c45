import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { contractText, SHIPPED_VERSION } from '#contract/market/merchant-contract.ts'
import { receiptStatement, type MerchantReceipt } from '#contract/merchants/receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

async function signed(own?: { version: number; words: string }): Promise<MerchantReceipt> {
  const strokes = '10,10 200,100;30,40 60,80'
  const agreed = {
    application: '0b8a6e0e-6f0c-4f7d-8a67-0c9e5b7a2d90',
    version: own?.version ?? SHIPPED_VERSION,
    language: 'zh' as const,
    text: hash(own?.words ?? (await contractText(SHIPPED_VERSION, 'zh'))!),
    partyA: 'Caravan',
    partyB: 'Lin Wei',
    store: 'Lin Ceramics',
    signedAt: '2026-11-01T10:00:00.000Z',
    counterSignedAt: '2026-11-01T12:00:00.000Z',
  }
  const statement = receiptStatement({ ...agreed, strokes: hash(strokes) })
  return {
    ...agreed,
    ...(own && { words: own.words }),
    strokes,
    key,
    signature: sign(null, Buffer.from(statement), privateKey).toString('base64'),
  }
}

it('a receipt is whole as long as nothing in it was changed', async () => {
  const receipt = await signed()
  expect(await verifyReceipt(receipt, key)).toBe('whole')
  for (const changed of [
    { partyB: 'Somebody Else' },
    { store: 'Another' },
    { strokes: '10,10 200,101;30,40 60,80' },
    { signedAt: '2026-11-02T10:00:00.000Z' },
    { text: hash('other terms') },
    { language: 'en' as const },
    { signature: Buffer.alloc(64).toString('base64') },
  ])
    expect(await verifyReceipt({ ...receipt, ...changed }, key)).toBe('changed')
})

it('it is said when its key is not the market’s, or when nobody has said that it is', async () => {
  const receipt = await signed()
  expect(await verifyReceipt(receipt, Buffer.alloc(32).toString('base64'))).toBe('otherKey')
  expect(await verifyReceipt(receipt, undefined)).toBe('keyUnknown')
})

it('the words of a receipt are those that were signed, and what was signed before does not count', async () => {
  const { words: _none, ...receipt } = await signed()
  const words = (await contractText(SHIPPED_VERSION, 'zh'))!
  expect(await verifyReceipt({ ...receipt, words }, key)).toBe('whole')
  expect(await verifyReceipt({ ...receipt, words: `${words} ` }, key)).toBe('changed')
  // A version that no app knows, as operators publish them: its words come with the receipt.
  const own = await signed({ version: 9, words: '## Terms\n\nBe kind.\n' })
  expect(await verifyReceipt(own, key)).toBe('whole')
  expect(await verifyReceipt({ ...own, earlier: [receipt] }, key)).toBe('whole')
  expect(await verifyReceipt({ ...own, words: '## Terms\n\nBe quick.\n' }, key)).toBe('changed')
})
