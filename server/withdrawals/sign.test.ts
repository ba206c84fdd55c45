import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestMarket, type TestMarket } from '../../tests/support/market.ts'
import { giveCoins, unsound } from '../../tests/support/orders.ts'
import { queueWithdrawal } from '../../tests/support/queued-withdrawal.ts'
import { memorySigner, signerConfig, signingOperator, type SigningOperator } from '../../tests/support/signing.ts'
import { byCommand } from '../audit/audit.ts'
import { simulatedChain, type SimulatedChain } from '../chains/simulated.ts'
import { followChain } from '../deposits/follow.ts'
import { available } from '../ledger/accounts.ts'
import { balance } from '../ledger/ledger.ts'
import type { SignerConfig } from '../signer/config.ts'
import type { LogEntry } from '../signer/log.ts'
import type { Signer } from '../signer/protocol.ts'
import { decideWithdrawal } from './decide.ts'
import { canStop } from './move.ts'
import { payWithdrawals } from './pay.ts'

// Withdrawals that a signer of its own mind signs: what it refuses, and what becomes of an answer that is lost.

const NOW = 1_800_000_000_000

let market: TestMarket
let ana: SigningOperator
let uid: string
beforeAll(async () => {
  market = await openTestMarket()
  ana = await signingOperator()
})
afterAll(() => market.close())
beforeEach(async () => {
  ;({ uid } = await market.person())
  await giveCoins(market.db, uid, 'tBTC', 1_000_000n)
})

/** The log of all signers of these tests: they share a chain, and with it the nonces. */
const entries: LogEntry[] = []
const signerWith = (config: SignerConfig = signerConfig()) => memorySigner(config, entries)
const signed = (id: string): LogEntry[] => entries.filter((entry) => entry.id === id)

/** A signer that signs at most 0.0005 BTC by itself, and 0.1 BTC with Ana's signature. */
function careful() {
  const config = signerConfig([ana])
  const [alone, one, two] = config.limits.BTC!
  return signerWith({ ...config, limits: { BTC: [{ ...alone, each: 50_000n }, one, two] } })
}
const chainOf = (signer: Signer): SimulatedChain => simulatedChain(market.db, 'bitcoin', 1, signer)
async function round(chain: SimulatedChain): Promise<void> {
  await followChain(market.db, chain)
  await payWithdrawals(market.db, chain, NOW)
}
const withdraw = (chain: SimulatedChain): Promise<string> => queueWithdrawal(market.db, chain, { uid, now: NOW })
const row = (id: string) =>
  market.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const payouts = (id: string) =>
  market.db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', id).orderBy('rate').execute()
const has = (): Promise<bigint> => balance(market.db, available(uid), 'tBTC')

describe('a withdrawal that the signer refuses', () => {
  it('waits for an operator, can be cancelled, and is sent with the signature that the signer wants', async () => {
    const chain = chainOf(careful())
    const id = await withdraw(chain)
    await round(chain)
    const review = { state: 'review', why: 'signer', approvals: 1, approved: false, signing: false, txid: null }
    expect(await row(id)).toMatchObject(review)
    expect([canStop(await row(id)), signed(id)]).toEqual([true, []])
    // Agreed to without a signature, it is refused again.
    expect(await decideWithdrawal(market.db, { id, agree: true }, NOW, byCommand)).toBe(true)
    await round(chain)
    expect(await row(id)).toMatchObject(review)
    const approval = await ana.sign(await row(id))
    const { uid: operator } = await market.person()
    const actor = { by: operator, via: 'screen' } as const
    expect(await decideWithdrawal(market.db, { id, agree: true, approval }, NOW, actor)).toBe(true)
    await round(chain)
    expect(await row(id)).toMatchObject({ state: 'sent', txid: signed(id)[0]!.txid })
    expect(signed(id)).toMatchObject([{ keys: [ana.key] }])
  })
})

describe('an answer of the signer', () => {
  it('that is lost is asked for again, and the withdrawal cannot be cancelled in between', async () => {
    const signer = signerWith()
    let isLost = true
    const chain = chainOf({
      ...signer,
      async sign(payment) {
        const answer = await signer.sign(payment)
        if (isLost) throw new Error('lost')
        return answer
      },
    })
    const id = await withdraw(chain)
    await expect(round(chain)).rejects.toThrow('lost')
    expect([(await row(id)).state, canStop(await row(id)), await payouts(id)]).toEqual(['queued', false, []])
    expect(await decideWithdrawal(market.db, { id, agree: false, reason: 'No' }, NOW, byCommand)).toBe(false)
    isLost = false
    await Promise.all([round(chain), round(chain)])
    expect(signed(id)).toHaveLength(1)
    expect((await payouts(id)).map(({ txid }) => txid)).toEqual([signed(id)[0]!.txid])
    expect(await row(id)).toMatchObject({ state: 'sent', txid: signed(id)[0]!.txid })
  })

  it('is waited for also while the person’s password was just changed: the transaction may exist', async () => {
    const signer = signerWith()
    let isUp = false
    const sign: Signer['sign'] = (payment) => (isUp ? signer.sign(payment) : Promise.reject(new Error('down')))
    const chain = chainOf({ ...signer, sign })
    const id = await withdraw(chain)
    await expect(round(chain)).rejects.toThrow('down')
    await market.db
      .updateTable('users')
      .set({ credentials_reset_at: new Date(NOW) })
      .where('id', '=', uid)
      .execute()
    isUp = true
    await round(chain)
    expect((await row(id)).state).toBe('sent')
  })

  it('that a replacement would pay too much leaves the transaction that there is', async () => {
    const config = signerConfig()
    const chain = chainOf(signerWith({ ...config, simulated: new Map([['bitcoin', 10n]]) }))
    await chain.setLeastRate(100n)
    const id = await withdraw(chain)
    await round(chain)
    for (let n = 0; n < 8; n++) {
      await chain.mine()
      await round(chain)
    }
    expect([(await row(id)).state, (await payouts(id)).length]).toEqual(['sent', 1])
    await chain.setLeastRate(0n)
    for (let n = 0; n < 3; n++) {
      await chain.mine()
      await round(chain)
    }
    expect([(await row(id)).state, await unsound(market.db)]).toEqual(['done', []])
  })

  // Last: the withdrawal stays as it is, and each round says so.
  it('that another payment was signed under its id gives nothing back', async () => {
    const signer = signerWith()
    const chain = chainOf(signer)
    const id = await withdraw(chain)
    const { network, asset, fee, amount } = await row(id)
    const elsewhere = 'test-bitcoin-99999999999999999999'
    await signer.sign({ id, network, asset, fee, amount, address: elsewhere, rate: '10', approvals: [] })
    await expect(round(chain)).rejects.toThrow('another payment under the id')
    expect([(await row(id)).state, canStop(await row(id)), await has()]).toEqual(['queued', false, 900_000n])
  })
})
