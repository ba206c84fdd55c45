import { readFile } from 'node:fs/promises'
import { RawTx } from '@scure/btc-signer'
import { expect, it } from 'vitest'
import { MINER, script, transaction } from '../../../tests/support/bitcoin/made-transactions.ts'
import { bodyOf, genesis, makeBlock, type RawBlock } from '../../../tests/support/bitcoin/raw-block.ts'
import { readBitcoinBlock } from './blocks.ts'
import { BytesReader, reversedHex, sha256d } from './bytes.ts'
import { bitcoinRules } from '../networks/bitcoin-networks.ts'
import { readTransaction, bitcoinTxid } from './transactions.ts'

const block = (transactions: ReturnType<typeof transaction>[]): RawBlock =>
  makeBlock(genesis(), transactions, { key: MINER, seed: 1 })
const read = ({ raw, hash }: RawBlock, bytes = raw) => readBitcoinBlock(bytes, hash, 'regtest')

it('reads a block of the main network of 2018, whose hash nobody can forge', async () => {
  const path = new URL('../../../tests/fixtures/bitcoin/block-542213.hex', import.meta.url)
  const bytes = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex')
  const hash = '000000000000000000143a2c56c0214236dadfd30df41d4a0345492ad6d861ec'
  // Of no recent block, so that it is read by the rules of a network with less work.
  const { parent, payments } = await readBitcoinBlock(bytes, hash, 'testnet')
  expect(parent).toBe('000000000000000000085a38ccf9c046c51b96add547c466ccba3612b1eb8089')
  expect(payments.every(({ txid, amount }) => /^[0-9a-f]{64}$/.test(txid) && amount > 0n)).toBe(true)
  await expect(readBitcoinBlock(bytes, hash, 'main')).rejects.toThrow('less work than any block of the network')
})

it('has the first block of a regtest network as its tests do', () => {
  expect(genesis().hash).toBe(bitcoinRules('regtest').genesis)
})

it('computes the ids that btc-signer computes, with and without witnesses', () => {
  for (const inputs of [1, 2, 260])
    for (const isOld of [true, false]) {
      const { raw, id } = transaction({ inputs, isOld, outputs: [script(1), Buffer.from('6a', 'hex'), script(2)] })
      const reader = new BytesReader(Buffer.from(raw))
      const found = readTransaction(reader)
      expect([bitcoinTxid(found), reader.isAtEnd]).toEqual([id, true])
      expect(found.outputs.map(({ index, to, amount }) => [index, to[0], amount])).toEqual([
        [0, 1, 1_000n],
        [2, 2, 1_002n],
      ])
    }
})

it('takes payments to native SegWit with a key only, and none of new coins', async () => {
  const others = ['', '6a', `76a914${'01'.repeat(20)}88ac`, `a914${'01'.repeat(20)}87`, `0020${'01'.repeat(32)}`]
  const more = [
    `5120${'01'.repeat(32)}`,
    `0014${'01'.repeat(19)}`,
    `0014${'01'.repeat(20)}00`,
    `5114${'01'.repeat(20)}`,
  ]
  const outputs = [...others, ...more].map((text) => Buffer.from(text, 'hex'))
  const { id, raw } = transaction({ outputs: [...outputs, script(9)] })
  const { payments, parent } = await read(block([{ id, raw }]))
  expect(payments.map(({ txid, index, to }) => [txid, index, reversedHex(to)])).toEqual([[id, 9, '09'.repeat(20)]])
  expect(parent).toBe(genesis().hash)
})

it('notes which watched outputs its transactions spend, and nothing of others', async () => {
  const [a, b, c] = [transaction({ inputs: 3 }), transaction({ isOld: true }), transaction()]
  const spends = (one: typeof a): string[] =>
    RawTx.decode(one.raw).inputs.map(({ txid, index }) => `${Buffer.from(txid).toString('hex')}:${index}`)
  const [first, , third] = spends(a)
  const [old] = spends(b)
  const made = block([a, b, c])
  const near = first!.replace(/:\d+$/, ':2')
  const { spent } = await readBitcoinBlock(made.raw, made.hash, 'regtest', new Set([third!, old!, near, first!]))
  expect(spent).toEqual([
    { txid: a.id, spends: [first, third] },
    { txid: b.id, spends: [old] },
  ])
  expect((await read(made)).spent).toEqual([])
})

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 12])('reads a block of %i transactions beside the first', async (count) => {
  const all = Array.from({ length: count }, () => transaction())
  expect((await read(block(all))).payments.map(({ txid }) => txid)).toEqual(all.map(({ id }) => id))
})

it('refuses bytes that are not those of the block', async () => {
  const [a, b] = [transaction(), transaction()]
  const made = block([a, b])
  const header = made.raw.subarray(0, 80)
  const of = (...list: { id: string; raw: Uint8Array }[]): Buffer => Buffer.concat([header, bodyOf(list)])
  const first = made.transactions[0]!
  const swapped = Buffer.from(made.raw)
  swapped[70]! ^= 1
  for (const [bytes, why] of [
    [of(first, a), 'not those of its header'],
    [of(first, b, a), 'not those of its header'],
    [of(first, a, b, b), 'repeats transactions'],
    [of(a, b), 'not the first'],
    [of(first, first, b), 'not the first'],
    [of(), 'no transactions'],
    [Buffer.concat([made.raw, Buffer.alloc(1)]), 'too long'],
    [made.raw.subarray(0, -1), 'ends too early'],
    [made.raw.subarray(0, 60), 'ends too early'],
    [swapped, 'another hash'],
  ] as const)
    await expect(read(made, bytes)).rejects.toThrow(why)
})

it('refuses a block without the work that its header says, or with less than its network has', async () => {
  const made = block([transaction()])
  await expect(readBitcoinBlock(made.raw, made.hash, 'signet')).rejects.toThrow(
    'less work than any block of the network',
  )
  // Nearly the whole work of the main network, which the hash does not have.
  const bytes = Buffer.from(made.raw)
  bytes.writeUInt32LE(0x17100000, 72)
  const hash = reversedHex(sha256d(bytes.subarray(0, 80)))
  await expect(readBitcoinBlock(bytes, hash, 'main')).rejects.toThrow('less work than its header says')
})
