import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINER, script, transaction } from '../../../tests/support/bitcoin/made-transactions.ts'
import { genesis, makeBlock, type RawBlock } from '../../../tests/support/bitcoin/raw-block.ts'
import { startRegtest, type Regtest } from '../../../tests/support/bitcoin/regtest.ts'
import { readings } from '../../../tests/support/device/turns.ts'
import { bitcoinAddresses } from './addresses.ts'
import { readBitcoinBlock } from './blocks.ts'
import { bitcoinChain } from './chain.ts'
import { TRANSFERS_MAX } from '../chain.ts'

// Blocks as large as the network allows, beside other work of the process.

let regtest: Regtest
let big: RawBlock
beforeAll(async () => {
  regtest = await startRegtest()
  const outputs = [script(1), script(2), script(3)]
  const many = Array.from({ length: 4_000 }, () => transaction({ inputs: 3, outputs, witness: 180 }))
  big = makeBlock(genesis(), many, { key: MINER, seed: 1 })
})
afterAll(() => regtest.close())

it('lets others work while it reads a block of 3.5 MB', async () => {
  expect(big.raw.length).toBeGreaterThan(3_500_000)
  const { all, longest } = await readings(async () => {
    expect((await readBitcoinBlock(big.raw, big.hash, 'regtest')).payments).toHaveLength(12_000)
  })
  // One for each transaction, and one for each pair of the tree.
  expect(all).toBeGreaterThan(8_000)
  expect(longest).toBeLessThan(10)
})

it('lets others work while several blocks are asked for, and takes no output that has no number of its own', async () => {
  const { settings, blocks } = regtest
  const to = Buffer.alloc(20, 7)
  const outputs = Array.from({ length: TRANSFERS_MAX + 3 }, (): Buffer => Buffer.alloc(0))
  for (const at of [1, TRANSFERS_MAX + 2]) outputs[at] = script(7)
  const { id, raw } = transaction({ outputs })
  const next = (...list: { id: string; raw: Uint8Array }[]) =>
    blocks.push(makeBlock(regtest.tip(), list, { key: MINER, seed: 2 }))
  for (let n = 0; n < 3; n++) next(...big.transactions.slice(1))
  next({ id, raw })
  const ours = new Set([bitcoinAddresses('regtest', settings.xpub)!.of(to)])
  const store = { ours: async () => ours, watched: async () => [], spending: async () => new Set<string>() }
  const unused = async () => undefined
  const { chain } = bitcoinChain(settings, { ...store, spentBy: unused, spentAt: unused })
  const { height } = await chain.head()
  let found: unknown
  const { all, longest } = await readings(async () => {
    const read = await Promise.all([0, 1, 2, 3].map((back) => chain.block(height - back)))
    found = read.map((block) => block?.transfers)
  })
  expect(found).toEqual([[{ txid: id, index: 1, to: [...ours][0], coin: 'BTC', amount: 1_001n }], [], [], []])
  expect(all).toBeGreaterThan(24_000)
  expect(longest).toBeLessThan(20)
})
