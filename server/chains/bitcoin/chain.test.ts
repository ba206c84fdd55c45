import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inventedFor, startRegtest, type Lie, type Regtest } from '../../../tests/support/bitcoin/regtest.ts'
import { openTestMarket, type TestMarket, type TestPerson } from '../../../tests/support/market/market.ts'
import { unsound } from '../../../tests/support/market/orders.ts'
import { depositAddressFor } from '../../deposits/addresses.ts'
import { followChain, followedHeight } from '../../deposits/follow.ts'
import { available } from '../../ledger/accounts.ts'
import { balance, post } from '../../ledger/ledger.ts'
import { operate } from '../../operator/commands/operate.ts'
import { keyForms } from '../networks/bitcoin-networks.ts'

const NOW = 1_800_000_000_000

let regtest: Regtest
let market: TestMarket
let uid: string
let address: string
let other: { uid: string; address: string }
beforeAll(async () => {
  regtest = await startRegtest()
  market = await openTestMarket({ simulatedSeconds: undefined, bitcoin: regtest.settings, now: () => NOW })
  await operate(market.db, ['setting', 'deposit_terms', 'bitcoin BTC 0.0001 3'], NOW)
})
afterAll(async () => {
  await market.close()
  await regtest.close()
})
beforeEach(async () => {
  regtest.lie(undefined)
  regtest.fallBehind(0)
  regtest.mempool.clear()
  regtest.mine()
  await follow()
  const someone = await newcomer()
  ;({ uid, address } = someone)
  other = await newcomer()
})

const chain = () => market.deposits.chainOf('bitcoin')!
const follow = () => market.deposits.follow(NOW)
const newcomer = async (): Promise<TestPerson & { address: string }> => {
  const person = await market.person()
  return { ...person, address: await depositAddressFor(market.db, chain(), person.uid) }
}
const mined = async (blocks: number): Promise<void> => {
  for (let n = 0; n < blocks; n++) {
    regtest.mine()
    await follow()
  }
}
const has = (who = uid) => balance(market.db, available(who), 'tBTC')
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

describe('deposits on a Bitcoin chain', () => {
  it('are credited once, to the last satoshi, after three confirmations', async () => {
    const txid = regtest.send([[address, 12_345_678n]])
    await follow()
    expect(await recharges()).toEqual([[txid, 'seen', '12345678']])
    await mined(2)
    expect([await has(), await recharges()]).toEqual([0n, [[txid, 'confirming', '12345678']]])
    regtest.mine()
    await Promise.all([follow(), follow(), follow()])
    expect([await has(), await recharges()]).toEqual([12_345_678n, [[txid, 'credited', '12345678']]])
    await mined(2)
    expect(await has()).toBe(12_345_678n)
    expect(await unsound(market.db)).toEqual([])
  })

  it('are told apart by their outputs where a transaction pays two people, and one of them twice', async () => {
    const txid = regtest.send([
      [address, 50_001n],
      ['data', 0n],
      [other.address, 70_002n],
      [address, 50_001n],
      [address, 0n],
    ])
    await mined(3)
    expect([await has(), await has(other.uid)]).toEqual([100_002n, 70_002n])
    expect(await recharges(other.uid)).toEqual([[txid, 'credited', '70002']])
    const rows = await market.db.selectFrom('deposits').select('n').where('txid', '=', txid).orderBy('n').execute()
    expect(rows.map(({ n }) => n)).toEqual([0, 2, 3])
    expect(await unsound(market.db)).toEqual([])
  })

  it('are not made by new coins', async () => {
    const { publicKey } = HDKey.fromExtendedKey(regtest.settings.xpub, keyForms('regtest')[0]).derive('m/0/0')
    regtest.mineTo({ key: publicKey! })
    const first = await market.db.selectFrom('deposit_addresses').selectAll().where('index', '=', 0).executeTakeFirst()
    expect(first?.address).toBe(chain().addressAt(0))
    const before = [await has(first!.user_id), await recharges(first!.user_id)]
    await mined(4)
    expect([await has(first!.user_id), await recharges(first!.user_id)]).toEqual(before)
  })

  it('are taken back where a reorganisation drops them after they were credited and spent', async () => {
    const txid = regtest.send([[address, 500_000n]])
    await mined(3)
    await market.db.transaction().execute((tx) =>
      post(tx, `spent ${uid}`, [
        { account: available(uid), asset: 'tBTC', amount: -200_000n },
        { account: 'store:1:available', asset: 'tBTC', amount: 200_000n },
      ]),
    )
    regtest.reorganise(3, { lost: [txid] })
    await follow()
    expect([await has(), await recharges()]).toEqual([0n, [[txid, 'dropped', '500000']]])
    const lost = await market.db.selectFrom('deposits').select('shortfall').where('user_id', '=', uid).execute()
    expect(lost).toEqual([{ shortfall: '200000' }])
    expect(await unsound(market.db)).toEqual([])
  })

  it('are credited once where a reorganisation moves them to another block', async () => {
    const txid = regtest.send([[address, 500_000n]])
    await mined(3)
    expect(await has()).toBe(500_000n)
    // The chain still has it, so that it stays credited with fewer confirmations.
    regtest.reorganise(3)
    await follow()
    expect(await recharges()).toEqual([[txid, 'credited', '500000']])
    await mined(3)
    expect([await has(), await recharges()]).toEqual([500_000n, [[txid, 'credited', '500000']]])
    expect(await unsound(market.db)).toEqual([])
  })

  it('wait again, and are not called dropped, where a reorganisation takes them out of a block', async () => {
    // Those asked for in turn are others by now.
    for (let n = 0; n < 8; n++) await newcomer()
    const txid = regtest.send([[address, 500_000n]])
    await mined(1)
    expect(await recharges()).toEqual([[txid, 'confirming', '500000']])
    regtest.reorganise(1, { held: [txid] })
    await follow()
    expect(await recharges()).toEqual([[txid, 'seen', '500000']])
    await mined(3)
    expect(await has()).toBe(500_000n)
  })

  it('are dropped where another transaction replaces them while they wait', async () => {
    const txid = regtest.send([[address, 500_000n]])
    await follow()
    expect(await recharges()).toEqual([[txid, 'seen', '500000']])
    const next = regtest.replace(txid, [
      [other.address, 400_000n],
      [address, 30_000n],
    ])
    for (let n = 0; n < 10; n++) await follow()
    expect((await recharges()).toSorted()).toEqual(
      [
        [txid, 'dropped', '500000'],
        [next, 'seen', '30000'],
      ].toSorted(),
    )
    await mined(3)
    expect([await has(), await has(other.uid)]).toEqual([30_000n, 400_000n])
    expect(await unsound(market.db)).toEqual([])
  })

  it('stay while a node is behind', async () => {
    const txid = regtest.send([[address, 500_000n]])
    await mined(3)
    regtest.fallBehind(2)
    await expect(follow()).rejects.toThrow('the node is at block')
    expect([await has(), await recharges()]).toEqual([500_000n, [[txid, 'credited', '500000']]])
    regtest.fallBehind(0)
    await mined(1)
    expect(await has()).toBe(500_000n)
  })

  it('are not ended by a claim of somebody else, who gets nothing', async () => {
    const thief = await newcomer()
    const token = await market.login(thief)
    const txid = regtest.send([[address, 500_000n]])
    const claim = { network: 'bitcoin', asset: 'tBTC', txid, amount: '500000', pictures: [] }
    expect((await market.call('/api/recharge/claim', claim, token)).code).toBe(1)
    await follow()
    expect(await recharges(thief.uid)).toEqual([[txid, 'claimed', '0']])
    await mined(4)
    await market.deposits.follow(NOW + 60_000)
    expect(await recharges(thief.uid)).toEqual([[txid, 'invalid', '0']])
    expect([await has(), await has(thief.uid)]).toEqual([500_000n, 0n])
  })

  it('are caught up with after the market was away for longer than it reads at once', async () => {
    regtest.send([[address, 500_000n]])
    const before = await followedHeight(market.db, chain())
    regtest.mine(250)
    // A round that takes too long ends, and the next one goes on.
    expect(await followChain(market.db, chain(), 0)).toBe(false)
    expect(await followedHeight(market.db, chain())).toBe(before + 50)
    await follow()
    expect(await followedHeight(market.db, chain())).toBe(before + 250)
    expect(await has()).toBe(500_000n)
  })

  it('have heights: null while they wait, undefined where nobody has them', async () => {
    const txid = regtest.send([[address, 500_000n]])
    expect(await chain().heightOf(txid)).toBeNull()
    regtest.mine()
    expect(await chain().heightOf(txid)).toBe(regtest.tip().height)
    expect(await chain().heightOf('0'.repeat(64))).toBeUndefined()
  })
})

const lies: [Lie, string][] = [
  ['amount', 'not those of its header'],
  ['missing', 'not those of its header'],
  ['repeated', 'repeats transactions'],
  ['longer', 'too long'],
  ['cut', 'ends too early'],
  ['other block', 'another hash'],
]

describe('a node that lies', () => {
  it.each(lies)('about a block (%s) has nothing credited until it shows the block', async (how, why) => {
    regtest.send([[other.address, 300_000n]])
    regtest.send([[address, 500_000n]])
    regtest.lie(how)
    regtest.mine(3)
    await expect(follow()).rejects.toThrow(why)
    expect([await has(), await has(other.uid)]).toEqual([0n, 0n])
    regtest.lie(undefined)
    await follow()
    expect([await has(), await has(other.uid)]).toEqual([500_000n, 300_000n])
  })

  it('about waiting payments has nothing credited', async () => {
    regtest.lie('pending')
    await follow()
    const invented = inventedFor(address)
    expect(await recharges()).toEqual([[invented, 'seen', '900000000']])
    await mined(4)
    expect(await has()).toBe(0n)
    regtest.lie(undefined)
    for (let n = 0; n < 20; n++) await follow()
    expect(await recharges()).toEqual([[invented, 'dropped', '900000000']])
  })

  it('in too long or redirected lists of waiting payments keeps nobody from being credited', async () => {
    const txid = regtest.send([[address, 500_000n]])
    for (const how of ['large', 'redirect'] as const) {
      regtest.lie(how, { paths: '/txs/mempool' })
      await mined(1)
    }
    await mined(1)
    expect([await has(), await recharges()]).toEqual([500_000n, [[txid, 'credited', '500000']]])
  })
})

it('asks its node for little in a round without news', async () => {
  await follow()
  regtest.asked.length = 0
  await follow()
  expect(regtest.asked.filter((path) => path.startsWith('/address/'))).toHaveLength(4)
  expect(regtest.asked.length).toBeLessThanOrEqual(7)
})
