import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { BANK, USDT } from '../../../tests/support/tron/block.ts'
import { startTron, type TronDouble } from '../../../tests/support/tron/double.ts'
import { readings } from '../../../tests/support/device/turns.ts'
import { TRANSFERS_MAX } from '../chain.ts'
import { createBlocks } from './blocks.ts'
import { tronNode } from './node.ts'
import { tronChain } from './chain.ts'

let tron: TronDouble
beforeAll(async () => {
  tron = await startTron()
})
afterAll(() => tron.close())
beforeEach(() => {
  tron.asked.length = 0
})

const open = () => createBlocks(tronNode(tron.settings.api, tron.settings.api, { pauses: [] }), USDT)
const ranges = () =>
  tron.asked.filter(({ path }) => path.endsWith('limitnext')).map(({ body }) => [body['startNum'], body['endNum']])

it('asks for blocks together that are asked for at the same time and follow each other, eight at most', async () => {
  const blocks = open()
  const heights = [5, 6, 7, 30, 31, 8, ...Array.from({ length: 10 }, (_, n) => 10 + n)]
  const found = await Promise.all(heights.map((height) => blocks.at(height)))
  expect(found.map((block) => block?.hash)).toEqual(heights.map((height) => tron.blocks[height]!.id))
  expect(found[0]?.parent).toBe(tron.blocks[4]!.id)
  expect(ranges()).toEqual([
    [5, 8],
    [30, 32],
    [8, 9],
    [10, 18],
    [18, 20],
  ])
})

it('knows the end of the chain, and the first block, which has transactions without receipts', async () => {
  const blocks = open()
  const { height } = tron.tip()
  const found = await Promise.all([0, 1, height, height + 1, height + 2].map((at) => blocks.at(at)))
  expect(found.map((block) => block && [block.height, block.moves])).toEqual([
    [0, []],
    [1, []],
    [height, []],
    undefined,
    undefined,
  ])
})

it('asks for the receipts of a block once, and forgets blocks of long ago', async () => {
  const blocks = open()
  tron.send([{ to: '77'.repeat(20), amount: 5n }])
  tron.mine()
  const { height, id } = tron.tip()
  const receipts = () => tron.asked.filter(({ path }) => path.endsWith('byblocknum')).length
  const block = await blocks.at(height)
  expect(block?.moves).toMatchObject([{ index: 0, from: BANK, to: '77'.repeat(20), amount: 5n }])
  expect(await blocks.at(height)).toBe(block)
  expect([receipts(), blocks.recent(id)]).toEqual([1, block])
  tron.mine(150)
  for (let n = 1; n < 150; n++) await blocks.at(height + n)
  expect(blocks.recent(id)).toBe(block)
  await blocks.at(height + 150)
  expect(blocks.recent(id)).toBeUndefined()
})

it('answers the moves of a block that it knew, where it forgets that meanwhile', async () => {
  const blocks = open()
  tron.mine(8)
  tron.send([{ to: '77'.repeat(20), amount: 5n }])
  tron.mine(150)
  const height = tron.tip().height - 149
  for (let n = 0; n < 150; n++) await blocks.at(height + n)
  const range = await Promise.all(Array.from({ length: 8 }, (_, n) => blocks.at(height - 7 + n)))
  expect(range.map((block) => block?.moves.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
})

it('numbers no more transfers than the market tells apart', async () => {
  const to = '78'.repeat(20)
  const none = Array.from({ length: TRANSFERS_MAX - 1 }, () => ({ to, amount: 0n, token: 'e5'.repeat(20) }))
  tron.send([...none, { to, amount: 7n }, { to, amount: 8n }])
  tron.mine()
  expect((await open().at(tron.tip().height))?.moves).toMatchObject([{ index: TRANSFERS_MAX - 1, amount: 7n }])
})

it('lets others work while it reads blocks with many transactions', async () => {
  for (let n = 0; n < 3; n++) {
    for (let m = 0; m < 400; m++) tron.send([{ to: '79'.repeat(20), amount: BigInt(m) }])
    tron.mine()
  }
  const { height } = tron.tip()
  const blocks = open()
  let found: unknown
  const { all, longest } = await readings(async () => {
    found = (await Promise.all([2, 1, 0].map((back) => blocks.at(height - back)))).map((block) => block?.moves.length)
  })
  expect(found).toEqual([400, 400, 400])
  // One for each receipt.
  expect(all).toBeGreaterThan(1_200)
  expect(longest).toBeLessThan(20)
})

it('lets others work while it writes the addresses of many moves', async () => {
  const { chain } = tronChain(tron.settings, {
    waiting: async () => [],
    spentBy: async () => undefined,
    spentAt: async () => undefined,
    followedHash: async () => undefined,
  })
  tron.send(Array.from({ length: 2_000 }, (_, n) => ({ to: '7a'.repeat(20), amount: BigInt(n) })))
  tron.mine()
  let found: number | undefined
  const { all, longest } = await readings(async () => {
    found = (await chain.block(tron.tip().height))?.transfers.length
  })
  expect(found).toBe(2_000)
  expect(all).toBeGreaterThan(2_000)
  expect(longest).toBeLessThan(20)
})
