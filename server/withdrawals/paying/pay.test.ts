import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestMarket, type TestMarket } from '../../../tests/support/market/market.ts'
import { giveCoins, unsound } from '../../../tests/support/market/orders.ts'
import { queueWithdrawal } from '../../../tests/support/withdrawals/queued.ts'
import { FOLLOWED_DEPTH, type PayingChain } from '../../chains/chain.ts'
import { simulatedChain, type SimulatedChain } from '../../chains/simulated.ts'
import { followChain } from '../../deposits/follow.ts'
import { writeSimulated } from '../../signer/protocol/simulated.ts'
import { ownerTransaction } from '../../feed/owner-feed.ts'
import { available } from '../../ledger/accounts.ts'
import { balance } from '../../ledger/ledger.ts'
import { moveWithdrawal, readWithdrawal } from '../move.ts'
import { payWithdrawals } from './pay.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

let market: TestMarket
let chain: SimulatedChain
let uid: string
beforeAll(async () => {
  market = await openTestMarket()
  chain = simulatedChain(market.db, 'bitcoin', 1)
})
afterAll(() => market.close())
beforeEach(async () => {
  ;({ uid } = await market.person())
  await giveCoins(market.db, uid, 'tBTC', 1_000_000n)
  await chain.setLeastRate(0n)
  await round()
})

async function round(of: PayingChain = chain, now = NOW): Promise<void> {
  await followChain(market.db, of)
  await payWithdrawals(market.db, of, now)
}
/** Follows the chain, makes blocks, and follows each of them. */
const mined = async (count: number): Promise<void> => {
  await round()
  for (let n = 0; n < count; n++) {
    await chain.mine()
    await round()
  }
}
const withdraw = (more: Partial<Parameters<typeof queueWithdrawal>[2]> = {}): Promise<string> =>
  queueWithdrawal(market.db, chain, { uid, now: NOW, ...more })
const stateOf = async (id: string) => {
  const { state, confirmations } = await row(id)
  return [state, confirmations]
}
const row = (id: string) =>
  market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const has = (): Promise<bigint> => balance(market.db, available(uid), 'tBTC')
const payouts = (id: string) =>
  market.db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', id).orderBy('rate').execute()
/** The amounts that the chain has sent to the address, those in a block only. */
const arrived = async (): Promise<string[]> =>
  (
    await sql<{ amount: string }>`
      select amount::text from simulated_transfers where network = 'bitcoin' and nonce is not null
        and height is not null and not dropped`.execute(market.db)
  ).rows.map(({ amount }) => amount)
const sums = async (account: string): Promise<string> =>
  (
    await sql<{ sum: string }>`
      select coalesce(sum(amount), 0)::text as sum from ledger_postings
      where account = ${account}::text and asset = 'tBTC'`.execute(market.db)
  ).rows[0]!.sum
const messages = async () =>
  (await market.db.selectFrom('messages').select('kind').where('user_id', '=', uid).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

describe('a withdrawal', () => {
  it('is sent once, confirmed, and costs its fee, whoever else follows the chain at the same time', async () => {
    const [before, outside, network] = [
      (await arrived()).length,
      BigInt(await sums('outside:bitcoin')),
      BigInt(await sums('market:network')),
    ]
    const id = await withdraw()
    expect(await has()).toBe(900_000n)
    await Promise.all([round(), round(), round()])
    expect(await stateOf(id)).toEqual(['sent', 0])
    expect(await payouts(id)).toHaveLength(1)
    await mined(1)
    expect(await stateOf(id)).toEqual(['sent', 1])
    await mined(2)
    expect(await stateOf(id)).toEqual(['done', 3])
    expect((await arrived()).slice(before)).toEqual(['98000'])
    // 98,000 were sent; what the network took comes off the fee that stays.
    const cost = 1_400n
    expect(BigInt(await sums('outside:bitcoin')) - outside).toBe(98_000n + cost)
    expect(BigInt(await sums('market:network')) - network).toBe(2_000n - cost)
    expect(await has()).toBe(900_000n)
    expect(await messages()).toEqual(['withdrawalSent', 'withdrawalDone'])
    expect(await unsound(market.db)).toEqual([])
  })

  it('to a new address waits its time, and then for the operators that it needs', async () => {
    const [soon, large] = [
      await withdraw({ state: 'waiting', wait: HOUR }),
      await withdraw({ state: 'waiting', approvals: 1, wait: HOUR }),
    ]
    await round(chain, NOW + HOUR - 1)
    expect([(await row(soon)).state, (await row(large)).state]).toEqual(['waiting', 'waiting'])
    await round(chain, NOW + HOUR)
    expect([(await row(soon)).state, (await row(large)).state]).toEqual(['sent', 'review'])
    await mined(5)
    expect([(await row(soon)).state, (await row(large)).state]).toEqual(['done', 'review'])
  })

  it('goes only from one state to another that follows', async () => {
    const id = await withdraw()
    await round()
    await expect(
      ownerTransaction(market.db, uid, async (call) => {
        await moveWithdrawal(call, (await readWithdrawal(call.tx, uid, id))!, 'cancelled', NOW)
      }),
    ).rejects.toThrow('cannot be cancelled')
    await mined(3)
    expect((await row(id)).state).toBe('done')
  })
})

describe('a process that ends', () => {
  it('before the transaction was stored has sent nothing; another one sends it', async () => {
    const id = await withdraw()
    const signer = { ...chain.signer, sign: async () => Promise.reject(new Error('killed')) }
    const dies = { ...chain, signer }
    await expect(round(dies)).rejects.toThrow('killed')
    expect([await stateOf(id), await payouts(id)]).toEqual([['queued', 0], []])
    await mined(3)
    expect(await stateOf(id)).toEqual(['done', 3])
  })

  it('after storing it, before or after sending it, leaves one transaction to be sent again', async () => {
    const before = (await arrived()).length
    const id = await withdraw()
    const broadcast = vi.fn<SimulatedChain['broadcast']>().mockRejectedValue(new Error('killed'))
    await expect(round({ ...chain, broadcast })).rejects.toThrow('killed')
    const [payout] = await payouts(id)
    expect([(await row(id)).state, payout!.raw]).toEqual(['sent', broadcast.mock.calls[0]![0]])
    // It was sent, and nobody noted it.
    await chain.broadcast(payout!.raw)
    await Promise.all([round(), round()])
    await chain.broadcast(payout!.raw)
    await mined(3)
    expect([await stateOf(id), (await arrived()).length - before]).toEqual([['done', 3], 1])
    expect((await payouts(id)).map(({ txid }) => txid)).toEqual([payout!.txid])
  })
})

describe('a transaction', () => {
  it('that the network forgets is sent again, and money is not given back for that', async () => {
    const id = await withdraw()
    await round()
    const { txid } = await row(id)
    await chain.reorganise(0, [txid!])
    expect(await chain.heightOf(txid!)).toBeUndefined()
    await round()
    expect([await chain.heightOf(txid!), (await row(id)).state]).toEqual([null, 'sent'])
    await mined(3)
    expect(await stateOf(id)).toEqual(['done', 3])
    expect(await has()).toBe(900_000n)
  })

  it('that a reorganisation takes back is confirmed again, with what it costs counted once', async () => {
    const id = await withdraw()
    await mined(3)
    const { txid } = await row(id)
    expect(await stateOf(id)).toEqual(['done', 3])
    await chain.reorganise(4, [txid!])
    await round()
    expect([(await row(id)).state, await chain.heightOf(txid!)]).toEqual(['done', null])
    await mined(1)
    expect(typeof (await chain.heightOf(txid!))).toBe('number')
    expect(await unsound(market.db)).toEqual([])
  })

  it('loses its confirmations with its block', async () => {
    const id = await withdraw()
    await mined(2)
    expect(await stateOf(id)).toEqual(['sent', 2])
    const { txid } = await row(id)
    await chain.reorganise(2, [txid!])
    await round()
    expect(await stateOf(id)).toEqual(['sent', 0])
    await mined(3)
    expect(await stateOf(id)).toEqual(['done', 3])
  })

  it('that sticks is replaced with the same nonce by one that pays more, and one of them counts', async () => {
    const before = (await arrived()).length
    await chain.setLeastRate(15n)
    const id = await withdraw()
    await mined(6)
    const both = await payouts(id)
    expect(both.map(({ rate }) => rate)).toEqual(['10', '16'])
    expect(both.map(({ spends }) => spends)).toEqual([both[0]!.spends, both[0]!.spends])
    await mined(4)
    expect(await stateOf(id)).toEqual(['done', 3])
    expect((await row(id)).txid).toBe(both[1]!.txid)
    // The first one comes late, and finds its nonce used.
    await chain.broadcast(both[0]!.raw)
    await mined(2)
    expect((await arrived()).length - before).toBe(1)
    expect(await unsound(market.db)).toEqual([])
  })

  it('is replaced also where its node refuses it', async () => {
    const id = await withdraw()
    const deaf = { ...chain, broadcast: () => Promise.reject(new Error('underpriced')) }
    for (let n = 0; n < 7; n++) {
      await expect(round(deaf)).rejects.toThrow('underpriced')
      await chain.mine()
    }
    expect((await payouts(id)).map(({ rate }) => rate)).toEqual(['10', '16'])
    await mined(3)
    expect(await stateOf(id)).toEqual(['done', 3])
  })

  it('can be confirmed although another one has taken its place', async () => {
    await chain.setLeastRate(15n)
    const id = await withdraw()
    await mined(6)
    const [first, second] = await payouts(id)
    // A miner takes the first one after all.
    await chain.reorganise(0, [second!.txid])
    await chain.setLeastRate(0n)
    await chain.broadcast(first!.raw)
    await chain.mine()
    await mined(2)
    expect([await stateOf(id), (await row(id)).txid]).toEqual([['done', 3], first!.txid])
    expect(await chain.heightOf(second!.txid)).toBeUndefined()
  })

  it('can never be confirmed once its nonce is used at full depth by another: only then the money is back', async () => {
    const id = await withdraw()
    await round()
    const [payout] = await payouts(id)
    const nonce = Number(payout!.spends[0])
    const other = {
      id: randomUUID(),
      network: 'bitcoin',
      to: 'elsewhere',
      coin: 'BTC',
      amount: 1n,
      nonce,
      rate: 99n,
    } as const
    await chain.broadcast(writeSimulated(other).raw)
    await chain.mine(FOLLOWED_DEPTH - 1)
    await round()
    expect([(await row(id)).state, await has()]).toEqual(['sent', 900_000n])
    await chain.mine()
    await round()
    expect([(await row(id)).state, await has()]).toEqual(['returned', 1_000_000n])
    expect(await messages()).toEqual(['withdrawalSent', 'withdrawalReturned'])
    expect(await payouts(id)).toEqual([])
    expect(await unsound(market.db)).toEqual([])
  })

  it('is not given back while its node shows nothing of it', async () => {
    const id = await withdraw()
    await round()
    const { txid } = await row(id)
    await chain.mine(FOLLOWED_DEPTH)
    const used = { height: 0, txid: txid! }
    const blind = { ...chain, paidAt: async () => undefined, spentBy: async () => used }
    await expect(round(blind)).rejects.toThrow(`does not show ${txid}`)
    expect([(await row(id)).state, await has()]).toEqual(['sent', 900_000n])
    await round()
    expect((await row(id)).state).toBe('done')
  })

  it('is kept until it is too deep to be taken back, and is known to its chain for ever', async () => {
    const before = (await arrived()).length
    const id = await withdraw()
    await mined(3)
    const [payout] = await payouts(id)
    for (let n = 0; n < 3; n++) {
      await chain.mine(FOLLOWED_DEPTH - 1)
      await round()
    }
    await chain.broadcast(payout!.raw)
    await chain.mine()
    await round()
    expect([await payouts(id), (await arrived()).length - before]).toEqual([[], 1])
  })
})
