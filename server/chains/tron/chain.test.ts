import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket, type TestPerson } from '../../../tests/support/market/market.ts'
import { unsound } from '../../../tests/support/market/orders.ts'
import { BANK, OTHER_TOKEN, ROUTER, type Sending } from '../../../tests/support/tron/block.ts'
import { startTron, type TronDouble, type TronLie } from '../../../tests/support/tron/double.ts'
import { depositAddressFor } from '../../deposits/addresses.ts'
import { followChain, followedHeight } from '../../deposits/follow.ts'
import { available } from '../../ledger/accounts.ts'
import { balance, post } from '../../ledger/ledger.ts'
import { operate } from '../../operator/commands/operate.ts'
import { tronBytesOf } from '../networks/tron-address.ts'

const NOW = 1_800_000_000_000

let tron: TronDouble
let market: TestMarket
let uid: string
let to: string
let other: { uid: string; to: string }
beforeAll(async () => {
  tron = await startTron()
  market = await openTestMarket({ simulatedSeconds: undefined, tron: tron.settings, now: () => NOW })
  await operate(market.db, ['setting', 'deposit_terms', 'tron USDT 1 3'], NOW)
})
afterAll(async () => {
  await market.close()
  await tron.close()
})
beforeEach(async () => {
  tron.mempool.clear()
  tron.mine()
  await follow()
  const someone = await newcomer()
  ;({ uid, to } = someone)
  other = await newcomer()
})
afterEach(() => {
  tron.lie(undefined)
  tron.fallBehind(0)
})

const chain = () => market.deposits.chainOf('tron')!
const follow = () => market.deposits.follow(NOW)
const newcomer = async (): Promise<TestPerson & { to: string }> => {
  const person = await market.person()
  return { ...person, to: tronBytesOf(await depositAddressFor(market.db, chain(), person.uid)) }
}
const mined = async (blocks: number): Promise<void> => {
  for (let n = 0; n < blocks; n++) {
    tron.mine()
    await follow()
  }
}
const has = (who = uid) => balance(market.db, available(who), 'tUSDT')
const recharges = async (who = uid) =>
  (
    await market.db
      .selectFrom('recharges')
      .select(['txid', 'state', 'amount'])
      .where('user_id', '=', who)
      .orderBy('at')
      .orderBy('txid')
      .execute()
  ).map(({ txid, state, amount }) => [txid, state, amount])

describe('deposits on a Tron chain', () => {
  it('are credited once, to the last unit, after three confirmations', async () => {
    const txid = tron.send([{ to, amount: 12_345_678n }])
    // A payment that waits for its first block is not shown.
    await follow()
    expect(await recharges()).toEqual([])
    await mined(2)
    expect([await has(), await recharges()]).toEqual([0n, [[txid, 'confirming', '12345678']]])
    tron.mine()
    await Promise.all([follow(), follow(), follow()])
    expect([await has(), await recharges()]).toEqual([12_345_678n, [[txid, 'credited', '12345678']]])
    await mined(2)
    expect(await has()).toBe(12_345_678n)
    expect(await unsound(market.db)).toEqual([])
  })

  it('are told apart by their logs where a contract pays two people, and one of them twice', async () => {
    const paid = [
      { to: BANK, from: BANK, amount: 9n },
      { to, amount: 2_000_001n },
      { to, amount: 5_000_000n, token: OTHER_TOKEN },
      { to: other.to, amount: 3_000_002n },
      { to, amount: 2_000_001n },
      { to, amount: 0n },
    ]
    const txid = tron.send(paid, { contract: ROUTER })
    await mined(3)
    expect([await has(), await has(other.uid)]).toEqual([4_000_002n, 3_000_002n])
    expect(await recharges(other.uid)).toEqual([[txid, 'credited', '3000002']])
    const rows = await market.db.selectFrom('deposits').select('n').where('txid', '=', txid).orderBy('n').execute()
    expect(rows.map(({ n }) => n)).toEqual([1, 3, 4])
    expect(await unsound(market.db)).toEqual([])
  })

  it.each<[string, Sending, { token?: string }]>([
    ['fails', { result: 'REVERT' }, {}],
    ['runs out of energy', { result: 'OUT_OF_ENERGY' }, {}],
    ['moves another token', { contract: OTHER_TOKEN }, { token: OTHER_TOKEN }],
  ])('are not made by a transaction that %s', async (_how, sending, token) => {
    tron.send([{ to, amount: 5_000_000n, ...token }], sending)
    const after = tron.send([{ to, amount: 1_000_000n }], { type: 'CreateSmartContract' })
    await mined(4)
    expect([await has(), await recharges()]).toEqual([1_000_000n, [[after, 'credited', '1000000']]])
  })

  it('are taken back where a reorganisation drops them after they were credited and spent', async () => {
    const txid = tron.send([{ to, amount: 5_000_000n }])
    await mined(3)
    await market.db.transaction().execute((tx) =>
      post(tx, `spent ${uid}`, [
        { account: available(uid), asset: 'tUSDT', amount: -2_000_000n },
        { account: 'store:1:available', asset: 'tUSDT', amount: 2_000_000n },
      ]),
    )
    tron.reorganise(3, { lost: [txid] })
    await follow()
    expect([await has(), await recharges()]).toEqual([0n, [[txid, 'dropped', '5000000']]])
    const lost = await market.db.selectFrom('deposits').select('shortfall').where('user_id', '=', uid).execute()
    expect(lost).toEqual([{ shortfall: '2000000' }])
    expect(await unsound(market.db)).toEqual([])
  })

  it('are credited once where a reorganisation moves them to another block', async () => {
    const txid = tron.send([{ to, amount: 5_000_000n }])
    await mined(3)
    expect(await has()).toBe(5_000_000n)
    // The chain still has it, so that it stays credited with fewer confirmations.
    tron.reorganise(3)
    await follow()
    expect(await recharges()).toEqual([[txid, 'credited', '5000000']])
    await mined(3)
    expect([await has(), await recharges()]).toEqual([5_000_000n, [[txid, 'credited', '5000000']]])
    expect(await unsound(market.db)).toEqual([])
  })

  it('are credited with what a contract sends in the block that stays, and to whom', async () => {
    const txid = tron.send([{ to, amount: 900_000_000n }], { contract: ROUTER })
    await mined(1)
    expect(await recharges()).toEqual([[txid, 'confirming', '900000000']])
    tron.reorganise(1, { other: { [txid]: [{ to: other.to, amount: 1_000_000n }] } })
    await mined(3)
    expect([await has(), await has(other.uid)]).toEqual([0n, 1_000_000n])
    expect(await recharges()).toEqual([[txid, 'dropped', '900000000']])
    expect(await unsound(market.db)).toEqual([])
  })

  it('wait again, and are not called dropped, where a reorganisation takes them out of a block', async () => {
    const txid = tron.send([{ to, amount: 5_000_000n }])
    await mined(1)
    tron.reorganise(1, { held: [txid] })
    await follow()
    expect(await recharges()).toEqual([[txid, 'seen', '5000000']])
    // A node that does not answer what waits changes nothing.
    tron.lie('redirect', { paths: 'gettransactionfrompending' })
    tron.mine(1, [txid])
    await follow()
    expect(await recharges()).toEqual([[txid, 'seen', '5000000']])
    tron.lie(undefined)
    await mined(3)
    expect(await has()).toBe(5_000_000n)
  })

  it('are dropped once they wait no more', async () => {
    const txid = tron.send([{ to, amount: 5_000_000n }])
    await mined(1)
    tron.reorganise(1, { held: [txid] })
    await follow()
    tron.mempool.delete(txid)
    await follow()
    expect(await recharges()).toEqual([[txid, 'dropped', '5000000']])
  })

  it('stay while a node is behind', async () => {
    const txid = tron.send([{ to, amount: 5_000_000n }])
    await mined(3)
    tron.fallBehind(2)
    await expect(follow()).rejects.toThrow('the node is at block')
    expect([await has(), await recharges()]).toEqual([5_000_000n, [[txid, 'credited', '5000000']]])
    tron.fallBehind(0)
    await mined(1)
    expect(await has()).toBe(5_000_000n)
  })

  it('are not ended by a claim of somebody else, who gets nothing', async () => {
    const thief = await newcomer()
    const token = await market.login(thief)
    const txid = tron.send([{ to, amount: 5_000_000n }])
    const claim = { network: 'tron', asset: 'tUSDT', txid, amount: '5000000', pictures: [] }
    expect((await market.call('/api/recharge/claim', claim, token)).code).toBe(1)
    await follow()
    expect(await recharges(thief.uid)).toEqual([[txid, 'claimed', '0']])
    await mined(4)
    await market.deposits.follow(NOW + 60_000)
    expect(await recharges(thief.uid)).toEqual([[txid, 'invalid', '0']])
    expect([await has(), await has(thief.uid)]).toEqual([5_000_000n, 0n])
  })

  it('are caught up with by ranges of blocks after the market was away', async () => {
    tron.send([{ to, amount: 5_000_000n }])
    const before = await followedHeight(market.db, chain())
    tron.mine(250)
    tron.asked.length = 0
    expect(await followChain(market.db, chain(), 0)).toBe(false)
    expect(await followedHeight(market.db, chain())).toBe(before + 50)
    const asked = (name: string) => tron.asked.filter(({ path }) => path.endsWith(name)).length
    expect([asked('getblockbylimitnext'), asked('gettransactioninfobyblocknum')]).toEqual([7, 1])
    await follow()
    expect(await followedHeight(market.db, chain())).toBe(before + 250)
    expect(await has()).toBe(5_000_000n)
  })

  it('have heights: null while they wait, undefined where nobody has them', async () => {
    const txid = tron.send([{ to, amount: 5_000_000n }])
    expect(await chain().heightOf(txid)).toBeNull()
    tron.mine()
    expect(await chain().heightOf(txid)).toBe(tron.tip().height)
    expect(await chain().heightOf('0'.repeat(64))).toBeUndefined()
  })
})

const lies: [TronLie, string][] = [
  ['other header', 'the header is not that of block'],
  ['other block', 'was not asked for'],
  ['no transactions', 'is shown without its transactions'],
  ['no receipts', '2 transactions without a receipt'],
  ['missing receipt', '1 transactions without a receipt'],
  ['foreign receipt', `the receipt of ${'f'.repeat(64)} is not of block`],
  ['receipts of another fork', 'is not of block'],
  ['receipts of another height', 'is not of block'],
  ['other result', 'contradicts the transaction'],
  ['other form', 'has another form'],
]

describe('a node that contradicts itself', () => {
  it.each(lies)('(%s) has nothing credited until it shows the block', async (how, why) => {
    tron.send([{ to: other.to, amount: 3_000_000n }])
    tron.send([{ to, amount: 5_000_000n }])
    tron.lie(how, { paths: how === 'other header' ? 'getblockbylimitnext' : '' })
    tron.mine(3)
    await expect(follow()).rejects.toThrow(why)
    expect([await has(), await has(other.uid)]).toEqual([0n, 0n])
    tron.lie(undefined)
    await follow()
    expect([await has(), await has(other.uid)]).toEqual([5_000_000n, 3_000_000n])
  })

  it.each<[string, TronLie, Sending]>([
    ['a transaction that failed', 'success', { result: 'REVERT' }],
    ['a payment of the network’s own coin', 'success', { type: 'TransferContract' }],
  ])('about %s credits nothing', async (_what, how, sending) => {
    tron.lie(how)
    tron.send([{ to, amount: 5_000_000n }], sending)
    tron.mine(3)
    await expect(follow()).rejects.toThrow('contradicts the transaction')
    tron.lie(undefined)
    // The payment logs nothing, but this double shows what the test gave it.
    tron.reorganise(3, { lost: [...tron.blocks.at(-3)!.transactions.map(({ txid }) => txid)] })
    await follow()
    expect([await has(), await recharges()]).toEqual([0n, []])
  })
})

it('takes no header for that of another height', async () => {
  const { height } = tron.tip()
  expect(await chain().hashAt(height)).toBe(tron.tip().id)
  tron.lie('other height')
  await expect(chain().hashAt(height)).rejects.toThrow('the answer is about another block')
})

it('asks its node for little in a round without news, and for a block twice', async () => {
  await follow()
  tron.asked.length = 0
  await follow()
  expect(tron.asked.map(({ path }) => path)).toEqual(['/wallet/getblock', '/wallet/getblock'])
  tron.send([{ to: BANK, amount: 1n }])
  tron.mine()
  tron.asked.length = 0
  await follow()
  expect(tron.asked.map(({ path, body }) => [path, body])).toEqual([
    ['/wallet/getblock', { detail: false }],
    ['/wallet/getblock', { detail: false, id_or_num: String(tron.tip().height - 1) }],
    ['/wallet/getblockbylimitnext', { startNum: tron.tip().height, endNum: tron.tip().height + 1 }],
    ['/wallet/gettransactioninfobyblocknum', { num: tron.tip().height }],
    ['/wallet/getblock', { detail: false }],
  ])
})
