import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { NOW, openSigningMarket, withRate, type SigningMarket } from '../../../tests/support/withdrawals/signed.ts'
import {
  memorySigner,
  signerConfig,
  signingOperator,
  type SigningOperator,
} from '../../../tests/support/withdrawals/signing.ts'
import { byCommand } from '../../audit/audit.ts'
import type { SignerConfig } from '../../signer/config/config.ts'
import { SignerAwayError, type Payment, type Signer } from '../../signer/protocol/protocol.ts'
import { decideWithdrawal } from '../decide.ts'
import { canStop } from '../move.ts'
import { storeApproval } from '../signatures.ts'

// Withdrawals under a signer with its own limits: refusals, lost answers, and a signer that is down.

let market: SigningMarket
let ana: SigningOperator
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  ana = await signingOperator()
})
afterAll(() => vi.restoreAllMocks())
// Each test has a chain of its own, because each signer begins with the same nonce.
beforeEach(async () => {
  market = await openSigningMarket()
  return () => market.close()
})

/** Settings that allow 0.0005 BTC without an operator, and 0.1 BTC with Ana's signature. */
function careful(): SignerConfig {
  const config = signerConfig([ana])
  const [alone, one, two] = config.limits.BTC!
  return { ...config, limits: { BTC: [{ ...alone, each: 50_000n }, one, two] } }
}

const agree = (id: string) => decideWithdrawal(market.db, { id, agree: true }, NOW, byCommand)

describe('a withdrawal that the signer refuses', () => {
  it('waits for an operator, can be cancelled, and is sent with the signature that the signer wants', async () => {
    const signer = memorySigner(careful())
    const chain = market.chainOf(signer)
    const id = await market.withdraw()
    await market.round(chain)
    const review = { state: 'review', why: 'signer', approvals: 1, approved: false, signing: null, txid: null }
    expect(await market.row(id)).toMatchObject(review)
    expect([canStop(await market.row(id)), signer.entries]).toEqual([true, []])
    // Agreed to without a signature, it is refused again.
    expect(await agree(id)).toBe(true)
    await market.round(chain)
    expect(await market.row(id)).toMatchObject(review)
    const approval = await ana.sign(await market.row(id), signer.clock.now)
    const { uid: operator } = await market.person()
    const row = await market.row(id)
    await market.db.transaction().execute((tx) => storeApproval(tx, row, approval, operator))
    expect(await agree(id)).toBe(true)
    await market.round(chain)
    expect(await market.row(id)).toMatchObject({ state: 'sent', txid: signer.entries[0]!.txid })
    expect(signer.entries).toMatchObject([{ id, level: 1 }])
  })

  it('whatever operators sign, says so on the desk', async () => {
    const chain = market.chainOf(memorySigner({ ...signerConfig(), limits: {} }))
    const id = await market.withdraw()
    await market.round(chain)
    expect(await market.row(id)).toMatchObject({ state: 'review', why: 'signerLimit', approvals: 1 })
  })

  it('in an answer to an earlier request, stays with the answer to the later one', async () => {
    const signer = memorySigner(signerConfig())
    const [first, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = market.chainOf({
      ...signer,
      async sign() {
        first.resolve()
        await release.promise
        return { refused: 'limit', approvals: 1 }
      },
    })
    const id = await market.withdraw()
    const late = market.round(slow)
    await first.promise
    // Another process asks again, is answered, and the late refusal changes nothing.
    const held = memorySigner(careful())
    const chain = market.chainOf({ ...signer, sign: (payment) => held.sign(payment) })
    await market.round(chain)
    expect((await market.row(id)).state).toBe('review')
    expect(await agree(id)).toBe(true)
    await expect(
      market.round(market.chainOf({ ...signer, sign: () => Promise.reject(new Error('no answer yet')) })),
    ).rejects.toThrow('no answer yet')
    release.resolve()
    await late
    expect([(await market.row(id)).state, canStop(await market.row(id))]).toEqual(['queued', false])
    await market.round(market.chainOf(signer))
    expect((await market.row(id)).state).toBe('sent')
  })
})

describe('an answer of the signer', () => {
  it('is requested again when lost, and the withdrawal cannot be cancelled meanwhile', async () => {
    const signer = memorySigner(signerConfig())
    const losing = market.chainOf({
      ...signer,
      async sign(payment) {
        await signer.sign(payment)
        throw new SignerAwayError('lost')
      },
    })
    const chain = market.chainOf(signer)
    const id = await market.withdraw()
    await expect(market.round(losing)).rejects.toThrow('lost')
    expect([(await market.row(id)).state, canStop(await market.row(id)), await market.payouts(id)]).toEqual([
      'queued',
      false,
      [],
    ])
    expect(await decideWithdrawal(market.db, { id, agree: false, reason: 'No' }, NOW, byCommand)).toBe(false)
    await Promise.all([market.round(chain), market.round(chain)])
    expect(signer.entries).toHaveLength(1)
    expect((await market.payouts(id)).map(({ txid }) => txid)).toEqual([signer.entries[0]!.txid])
    expect(await market.row(id)).toMatchObject({ state: 'sent', txid: signer.entries[0]!.txid })
  })

  it('is awaited even where the network has become too dear, or the settings exclude it', async () => {
    const signer = memorySigner(withRate(10n))
    const id = await market.withdraw()
    const losing: Signer['sign'] = async (payment) => {
      await signer.sign(payment)
      throw new SignerAwayError('lost')
    }
    await expect(market.round(market.chainOf({ ...signer, sign: losing }))).rejects.toThrow('lost')
    const later = memorySigner({ ...withRate(10n), limits: {} }, signer.entries)
    await market.round({ ...market.chainOf(later), usualRate: async () => 11n })
    expect(await market.row(id)).toMatchObject({ state: 'sent', txid: signer.entries[0]!.txid })
    expect(await market.payouts(id)).toMatchObject([{ rate: '10' }])
  })

  it('is awaited even after a password change', async () => {
    const signer = memorySigner(signerConfig())
    const id = await market.withdraw()
    const sign = () => Promise.reject(new SignerAwayError('down'))
    await expect(market.round(market.chainOf({ ...signer, sign }))).rejects.toThrow('down')
    await market.db
      .updateTable('users')
      .set({ credentials_reset_at: new Date(NOW) })
      .where('id', '=', market.uid)
      .execute()
    await market.round(market.chainOf(signer))
    expect((await market.row(id)).state).toBe('sent')
  })

  it('that comes after a refusal to another process sends the withdrawal, whose money is still held', async () => {
    const signer = memorySigner(signerConfig())
    const [signed, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = market.chainOf({
      ...signer,
      async sign(payment) {
        const answer = await signer.sign(payment)
        signed.resolve()
        await release.promise
        return answer
      },
    })
    const id = await market.withdraw()
    const late = market.round(slow)
    await signed.promise
    await market.round(market.chainOf({ ...signer, sign: async () => ({ refused: 'limit' }) }))
    expect((await market.row(id)).state).toBe('review')
    release.resolve()
    await late
    expect(await market.row(id)).toMatchObject({ state: 'sent', txid: signer.entries[0]!.txid })
  })
})

describe('a signer that is down', () => {
  it('marks nothing: a withdrawal that it has not seen can be cancelled', async () => {
    const about = () => Promise.reject(new SignerAwayError('down'))
    const chain = market.chainOf({ ...memorySigner(signerConfig()), about })
    const id = await market.withdraw()
    await expect(market.round(chain)).rejects.toThrow('down')
    expect([(await market.row(id)).state, canStop(await market.row(id))]).toEqual(['queued', true])
  })

  it('is asked for one withdrawal only in a round', async () => {
    const sign = vi.fn<(payment: Payment) => Promise<never>>().mockRejectedValue(new SignerAwayError('down'))
    const chain = market.chainOf({ ...memorySigner(signerConfig()), sign })
    const ids = [await market.withdraw(), await market.withdraw(), await market.withdraw()]
    await expect(market.round(chain)).rejects.toThrow('down')
    expect(sign).toHaveBeenCalledOnce()
    expect((await Promise.all(ids.map(market.row))).filter(({ signing }) => signing !== null)).toHaveLength(1)
  })
})
