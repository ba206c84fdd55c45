import { sql } from 'kysely'
import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market/market.ts'
import { unsound } from '../../tests/support/market/orders.ts'
import { simulatedChain, type SimulatedChain } from '../chains/simulated.ts'
import { available } from '../ledger/accounts.ts'
import { balance, post } from '../ledger/ledger.ts'
import type { Block } from '../chains/chain.ts'
import { putSite } from '../site/operator.ts'
import { depositAddressFor } from './addresses.ts'
import { settleClaims } from './claims.ts'
import { settleDeposits } from './credit.ts'
import { depositTerms } from './deposits.ts'
import { followChain, followedHeight } from './follow.ts'
import { readDepositTerms } from './terms.ts'

const NOW = 1_800_000_000_000
const terms = readDepositTerms('ethereum USDT 1 3; bitcoin BTC 0.0001 3')!

let market: TestMarket
let chain: SimulatedChain
let uid: string
let address: string
beforeAll(async () => {
  market = await openTestMarket()
  chain = simulatedChain(market.db, 'ethereum', 1)
})
afterAll(() => market.close())
beforeEach(async () => {
  ;({ uid } = await market.person())
  address = await depositAddressFor(market.db, chain, uid)
  await round()
})

async function round(of = chain): Promise<void> {
  await followChain(market.db, of)
  await settleDeposits(market.db, of, terms, NOW)
  await settleClaims(market.db, of, terms, NOW)
}
const mined = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) {
    await chain.mine()
    await round()
  }
}
const send = (amount: bigint): Promise<string> => chain.send([{ to: address, coin: 'USDT', amount }])
const emptied = (block?: Block): Block | undefined => block && { ...block, transfers: [] }
const renamed = (block?: Block): Block | undefined => block && { ...block, hash: `${block.hash} of another chain` }
const has = (): Promise<bigint> => balance(market.db, available(uid), 'tUSDT')
const recharges = async () =>
  (
    await market.db
      .selectFrom('recharges')
      .select(['txid', 'state', 'amount', 'confirmations'])
      .where('user_id', '=', uid)
      .orderBy('at')
      .execute()
  ).map(({ txid, ...rest }) => [txid, rest.state, rest.amount, rest.confirmations])
const spend = (amount: bigint) =>
  market.db.transaction().execute((tx) =>
    post(tx, `spent ${uid} ${amount}`, [
      { account: available(uid), asset: 'tUSDT', amount: -amount },
      { account: 'store:1:available', asset: 'tUSDT', amount },
    ]),
  )

describe('a deposit', () => {
  it('is seen, confirmed and credited once, even when several rounds run at a time', async () => {
    const txid = await send(5_000_000n)
    await round()
    expect(await recharges()).toEqual([[txid, 'seen', '5000000', 0]])
    await mined(2)
    expect(await recharges()).toEqual([[txid, 'confirming', '5000000', 2]])
    expect(await has()).toBe(0n)
    await chain.mine()
    await Promise.all([round(), round(), round()])
    await round()
    expect(await recharges()).toEqual([[txid, 'credited', '5000000', 3]])
    expect(await has()).toBe(5_000_000n)
    expect(await unsound(market.db)).toEqual([])
  })

  it('waits below the minimum, and is credited when another one makes it up', async () => {
    const first = await send(400_000n)
    await mined(4)
    expect(await recharges()).toEqual([[first, 'below', '400000', 3]])
    await send(700_000n)
    await mined(4)
    expect(await has()).toBe(1_100_000n)
    expect((await recharges()).map(([, state]) => state)).toEqual(['credited', 'credited'])
  })

  it('does not touch the person’s feed with each block while it is below the minimum', async () => {
    await send(400_000n)
    await mined(4)
    const rev = async () =>
      (await market.db.selectFrom('feeds').select('rev').where('user_id', '=', uid).executeTakeFirstOrThrow()).rev
    const before = await rev()
    await mined(4)
    expect(await rev()).toBe(before)
  })

  it('makes two recharges of two coins in one transaction', async () => {
    await chain.send([
      { to: address, coin: 'USDT', amount: 2_000_000n },
      { to: address, coin: 'ETH', amount: 3_000_000_000_000_000_000n },
    ])
    await mined(12)
    expect((await recharges()).map(([, state, amount]) => [state, amount]).toSorted()).toEqual([
      ['credited', '2000000'],
      ['credited', '3000000000000000000'],
    ])
  })

  it('is ignored in a coin that is not taken there, and holds up no other', async () => {
    await chain.send([{ to: address, coin: 'BTC', amount: 100_000n }])
    await send(5_000_000n)
    await mined(3)
    expect((await recharges()).map(([, state]) => state)).toEqual(['credited'])
  })

  it('sends one message for many deposits below the minimum', async () => {
    for (let n = 0; n < 3; n++) await send(1_000n)
    await mined(3)
    const messages = await market.db.selectFrom('messages').select('kind').where('user_id', '=', uid).execute()
    expect(messages).toEqual([{ kind: 'rechargeBelow' }])
  })

  it('is credited when the operator lowers the minimum', async () => {
    await send(400_000n)
    await mined(4)
    expect(await has()).toBe(0n)
    await putSite(market.db, 'deposit_terms', 'ethereum USDT 0.1 3', { via: 'command', by: null })
    await settleDeposits(market.db, chain, await depositTerms(market.db), NOW)
    expect(await has()).toBe(400_000n)
  })

  it('makes one recharge of several outputs', async () => {
    const txid = await chain.send([
      { to: address, coin: 'USDT', amount: 2_000_000n },
      { to: 'somebody else', coin: 'USDT', amount: 9_000_000n },
      { to: address, coin: 'USDT', amount: 3_000_000n },
      { to: address, coin: 'USDT', amount: 0n },
    ])
    await mined(3)
    expect(await recharges()).toEqual([[txid, 'credited', '5000000', 3]])
    expect(await has()).toBe(5_000_000n)
  })
})

describe('a reorganisation', () => {
  it('before the credit only delays it', async () => {
    const txid = await send(5_000_000n)
    await mined(2)
    await chain.reorganise(2)
    await mined(1)
    expect(await has()).toBe(5_000_000n)
    expect((await recharges())[0]).toEqual([txid, 'credited', '5000000', 3])
  })

  it('takes back the credit of a deposit that it drops', async () => {
    const txid = await send(5_000_000n)
    await mined(3)
    expect(await has()).toBe(5_000_000n)
    await chain.reorganise(4, [txid])
    await round()
    expect(await has()).toBe(0n)
    expect((await recharges())[0]![1]).toBe('dropped')
    expect(await unsound(market.db)).toEqual([])
  })

  it('is followed even when it replaces the whole chain', async () => {
    const other = simulatedChain(market.db, 'bitcoin', 1)
    const to = await depositAddressFor(market.db, other, uid)
    await round(other)
    await other.send([{ to, coin: 'BTC', amount: 100_000n }])
    await other.mine(3)
    await round(other)
    expect(await balance(market.db, available(uid), 'tBTC')).toBe(100_000n)
    await other.reorganise(3)
    await round(other)
    expect(await balance(market.db, available(uid), 'tBTC')).toBe(100_000n)
    expect(await followedHeight(market.db, other)).toBe(3)
  })

  it('is never seen half done', async () => {
    const txid = await send(5_000_000n)
    await mined(10)
    await spend(5_000_000n)
    await Promise.all([chain.reorganise(10), round(), round(), chain.reorganise(6), round()])
    await mined(3)
    expect((await recharges()).map(([id, state]) => [id, state])).toEqual([[txid, 'credited']])
    const messages = await market.db.selectFrom('messages').select('kind').where('user_id', '=', uid).execute()
    expect(messages).toEqual([{ kind: 'rechargeCredited' }])
    expect(await unsound(market.db)).toEqual([])
  })

  it('returns a deposit to waiting when no new block has it', async () => {
    const txid = await send(5_000_000n)
    await mined(3)
    const empty = { ...chain, block: async (height: number) => emptied(await chain.block(height)) }
    await chain.reorganise(3)
    const waits = async () => [{ txid, index: 0, to: address, coin: 'USDT' as const, amount: 5_000_000n }]
    await followChain(market.db, { ...empty, pending: waits })
    await settleDeposits(market.db, chain, terms, NOW)
    expect([await has(), (await recharges()).map(([, state]) => state)]).toEqual([0n, ['seen']])
  })

  it('replaces at most forty blocks of the simulated chain', async () => {
    const txid = await chain.send([{ to: address, coin: 'USDT', amount: 5_000_000n }], { by: uid })
    await mined(41)
    expect(await chain.drop(txid, uid)).toBe('deep')
    expect(await chain.drop('0'.repeat(64), uid)).toBe('unknown')
    await chain.reorganise(100)
    await round()
    expect((await recharges())[0]![1]).toBe('credited')
  })

  it('stops the market when it is too deep to follow, and changes nothing', async () => {
    // The chain is older than the market, which begins some blocks back.
    const other = simulatedChain(market.db, 'tron', 1)
    await other.mine(40)
    const to = await depositAddressFor(market.db, other, uid)
    await round(other)
    await other.send([{ to, coin: 'USDT', amount: 5_000_000n }])
    await other.mine(20)
    await round(other)
    const hashAt = async (height: number) => renamed(await other.block(height))?.hash
    const head = async () => ({ ...(await other.head()), hash: 'of another chain' })
    const strange = { ...other, head, hashAt, block: async (height: number) => renamed(await other.block(height)) }
    await expect(followChain(market.db, strange)).rejects.toThrow('blocks deep')
    expect(await has()).toBe(5_000_000n)
    await round(other)
    expect((await recharges()).map(([, state]) => state)).toEqual(['credited'])
  })

  it('is not assumed where a node is only behind', async () => {
    await send(5_000_000n)
    await round()
    const earlier = await chain.head()
    await mined(3)
    const behind = { ...chain, head: async () => earlier }
    await expect(followChain(market.db, behind)).rejects.toThrow('the node is at block')
    await settleDeposits(market.db, chain, terms, NOW)
    expect((await recharges()).map(([, state]) => state)).toEqual(['credited'])
  })

  it('is not assumed when a block comes between two reads', async () => {
    const txid = await send(5_000_000n)
    await round()
    let mines = 1
    const pending = async (replaced: number) => {
      // A block comes after the last one was read, and before the pending transfers are.
      if (mines-- > 0) await chain.mine()
      return chain.pending(replaced)
    }
    expect(await followChain(market.db, { ...chain, pending })).toBe(true)
    await settleDeposits(market.db, chain, terms, NOW)
    expect((await recharges()).map(([id, state]) => [id, state])).toEqual([[txid, 'confirming']])
  })

  it('costs the market what was spent, until the deposit returns', async () => {
    const txid = await send(5_000_000n)
    await mined(3)
    await spend(2_000_000n)
    const lost = async (): Promise<bigint> => {
      const { rows } = await sql<{ sum: string }>`
        select coalesce(sum(amount), 0)::text as sum from ledger_postings
        where account = 'market:loss' and asset = 'tUSDT'`.execute(market.db)
      return BigInt(rows[0]!.sum)
    }
    const before = await lost()
    await chain.reorganise(4, [txid])
    await round()
    expect([await has(), (await lost()) - before]).toEqual([0n, -2_000_000n])
    await sql`update simulated_transfers set dropped = false where txid = ${txid}`.execute(market.db)
    await mined(3)
    expect([await has(), (await lost()) - before]).toEqual([3_000_000n, 0n])
    expect(await unsound(market.db)).toEqual([])
  })
})
