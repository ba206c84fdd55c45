import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../tests/support/tron/protobuf.ts'
import { readFields } from '../../chains/networks/protobuf.ts'
import { tronAddressOf } from '../../chains/networks/tron-address.ts'
import {
  tronBytesToSign,
  readTronPayout,
  referenceTo,
  tronSignedText,
  signerOf,
  tronTxid,
  type TronPayout,
} from './tron-transaction.ts'

// Transactions of real networks, as other programs' tests have recorded them: two transfers of USDT that TronGrid has
// built for the main network, one that was signed and is in a block of Nile, and a signature that Trust Wallet's core
// makes. Each id was computed again outside of this program.

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const on = (hex: string): string => tronAddressOf(hex)

const recorded: (TronPayout & { txid: string; raw: string })[] = [
  {
    ...{ from: on('9858effd232b4033e47d90003d41ec34ecaeda94'), token: USDT },
    ...{ to: on('cbc9f1a9e6da62d2fd6283aa51f4dea2c0fc1c79'), amount: 1_234_567n, feeLimit: 100_000_000n },
    ...{ reference: 'bb6696b95c21f21f6468', timestamp: 1_790_732_247_927, expiration: 1_790_732_307_000 },
    txid: 'efe5cd71c441ce4d56c10a2b926919b48ce15f1edbc3de923e5e4febcb4f91ca',
    raw:
      '0a02bb66220896b95c21f21f646840b894daff8e345aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f7072' +
      '6f746f636f6c2e54726967676572536d617274436f6e747261637412740a15419858effd232b4033e47d90003d41ec34ecaeda9412' +
      '1541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000000cbc9f1a9e6da62d2fd6283aa51' +
      'f4dea2c0fc1c79000000000000000000000000000000000000000000000000000000000012d68770f7c6d6ff8e34900180c2d72f',
  },
  {
    ...{ from: on('6bda46f57114c4c3a2617c2ad3b1722d81360df4'), token: USDT },
    ...{ to: on('6bda46f57114c4c3a2617c2ad3b1722d81360df4'), amount: 3_000_000n, feeLimit: 150_000_000n },
    ...{ reference: 'f96cf0006781f475a642', timestamp: 1_786_059_703_419, expiration: 1_786_060_362_000 },
    txid: '6dc40f865e84d01ffeb4a8648614073e7e5d9bf21dd3748f23ed9ddceb861677',
    raw:
      '0a02f96c2208f0006781f475a6424090a2f9cbfd335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f7072' +
      '6f746f636f6c2e54726967676572536d617274436f6e747261637412740a15416bda46f57114c4c3a2617c2ad3b1722d81360df412' +
      '1541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb0000000000000000000000006bda46f57114c4c3a2617c2ad3' +
      'b1722d81360df400000000000000000000000000000000000000000000000000000000002dc6c070fb88d1cbfd33900180a3c347',
  },
]

/** It has its own way to write an address in a word. */
const NILE =
  '0a028ad92208eaef69105495eb1540f09fc0cfcd335aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f63' +
  '6f6c2e54726967676572536d617274436f6e747261637412740a1541495511a493d8c362be4267224e6d81013a6862ee121541eca9bc828a30' +
  '05b9a3b909f2cc5c2a54794de05f2244a9059cbb00000000000000000000004150125bea243a640bf85348873b6c4f3c517aee7a0000000000' +
  '0000000000000000000000000000000000000000000000000000017090cbbccfcd33900180c2d72f'

const signatures = [
  {
    hash: 'c70b20da8cb8d96a99c1aceb283412acb9dea313a9e467178431a3c6ae8b9f08',
    of: on('495511a493d8c362be4267224e6d81013a6862ee'),
    signature:
      '1788bf0281f67c42f5a09322523edee9969e808a863776f21ab6543de9dd42ca0e4955577879df8074086c620eb96709ba9a95d60a166d' +
      'e190a081e8d69801da00',
  },
  {
    hash: '0d644290e3cf554f6219c7747f5287589b6e7e30e1b02793b48ba362da6a5058',
    of: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
    signature:
      'bec790877b3a008640781e3948b070740b1f6023c29ecb3f7b5835433c13fc5835e5cad3bd44360ff2ddad5ed7dc9d7dee6878f90e86a4' +
      '0355b7697f5954b88c01',
  },
]
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const signature = bytes(signatures[0]!.signature)

describe('a transaction on Tron', () => {
  it.each(recorded)('is written as TronGrid has written $txid', ({ raw, txid, ...payout }) => {
    expect(tronBytesToSign(payout).toString('hex')).toBe(raw)
    expect(tronTxid(bytes(raw))).toBe(txid)
    expect(readTronPayout(tronSignedText(bytes(raw), signature))).toMatchObject({ ...payout, txid })
  })

  it('has the id of its bytes on Nile, and is signed by its owner', () => {
    expect(tronTxid(bytes(NILE))).toBe(signatures[0]!.hash)
    // Another form than this program's.
    expect(readTronPayout(tronSignedText(bytes(NILE), signature))).toBeUndefined()
  })

  it.each(signatures)('is signed by $of', ({ hash, of, signature: text }) => {
    expect(signerOf(bytes(hash), bytes(text))).toBe(of)
    expect(
      signerOf(
        bytes(hash).map((byte) => byte ^ 1),
        bytes(text),
      ),
    ).not.toBe(of)
  })

  it('names the end of a height and 8 bytes of a block’s id', () => {
    expect(referenceTo('0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e')).toBe('262d52bfa4b2814f816f')
    // A height that ends in zeros.
    const payout = { ...recorded[0]!, reference: `0000${'ab'.repeat(8)}` }
    expect(readTronPayout(tronSignedText(tronBytesToSign(payout), signature))?.reference).toBe(payout.reference)
  })

  it('is no signature where the bytes are none', () => {
    const hash = bytes(signatures[0]!.hash)
    for (const wrong of ['', '00', '11'.repeat(64), `${'00'.repeat(64)}00`, `${'11'.repeat(64)}1b`, 'ff'.repeat(65)])
      expect(signerOf(hash, bytes(wrong))).toBeUndefined()
  })

  it('pays no amount that a word cannot hold', () => {
    const most = 2n ** 256n - 1n
    const payout = { ...recorded[0]!, amount: most }
    expect(readTronPayout(tronSignedText(tronBytesToSign(payout), signature))?.amount).toBe(most)
    expect(() => tronBytesToSign({ ...payout, amount: most + 1n })).toThrow('too large')
  })

  const [{ raw: text, ...one }] = recorded as [(typeof recorded)[0]]
  const [raw, whole] = [bytes(text), tronSignedText(bytes(text), signature)]
  const field = (number: number, value: Buffer): Buffer => Buffer.concat([bytes(number.toString(16)), value])
  it.each([
    ['nothing', ''],
    ['no hexadecimal', `${whole}zz`],
    ['less', whole.slice(0, -2)],
    ['more', `${whole}00`],
    ['no signature', tronSignedText(raw, Buffer.alloc(0))],
    ['two signatures', `${whole}${bytes('1241').toString('hex')}${signature.toString('hex')}`],
    ['a memo', tronSignedText(Buffer.concat([raw, field(0x52, bytes('0161'))]), signature)],
    ['a field twice', tronSignedText(Buffer.concat([raw, bytes('900101')]), signature)],
    ['another type', tronSignedText(bytes(text.replace('081f12', '081e12')), signature)],
    ['another call', tronSignedText(bytes(text.replace('a9059cbb', '095ea7b3')), signature)],
    ['bytes before the address', tronSignedText(bytes(text.replace('bb0000', 'bb0100')), signature)],
    ['a wrong length', tronSignedText(bytes(text.replace('12740a15', '12760a15')), signature)],
    ['another network’s address', tronSignedText(bytes(text.replace('0a154198', '0a15a098')), signature)],
    ['no limit of its fee', tronSignedText(tronBytesToSign({ ...one, feeLimit: 0n }), signature)],
    ['a number in a longer form', tronSignedText(bytes(`${text.slice(0, -8)}80c2d7af00`), signature)],
  ])('is not read from what has %s', (_what, wrong) => {
    expect(readTronPayout(whole)).toBeDefined()
    expect(readTronPayout(wrong)).toBeUndefined()
  })

  it('has the fields that another reader finds', () => {
    const fields = fieldsOf(bytes(whole))
    expect(
      createHash('sha256')
        .update(fields.get(1)![0] as Buffer)
        .digest('hex'),
    ).toBe(one.txid)
    const inner = fieldsOf(fields.get(1)![0] as Buffer)
    expect([inner.get(8), inner.get(14), inner.get(18)]).toEqual([
      [BigInt(one.expiration)],
      [BigInt(one.timestamp)],
      [one.feeLimit],
    ])
  })
})

describe('a message', () => {
  it.each(['08', '0a', '0a05', '0a0201', '0d01020304', `08${'ff'.repeat(8)}01`, '08ffffffffffffff7f', '80'])(
    '%s is none',
    (hex) => {
      expect(readFields(bytes(hex))).toBeUndefined()
    },
  )

  it('has numbers up to the largest whole one', () => {
    expect(readFields(bytes('08ffffffffffffff0f'))).toEqual([{ field: 1, value: Number.MAX_SAFE_INTEGER }])
    expect(readFields(bytes(''))).toEqual([])
  })
})
