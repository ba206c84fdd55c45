import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { looksLike } from '#contract/coins/crypto-addresses.ts'
import { lookalikeOf } from '#contract/withdrawals/address.ts'
import { memorySigner, signedOf, signerKeys } from '../../../tests/support/withdrawals/signing.ts'
import { openWithSigner, SOLID, type SigningTronMarket } from '../../../tests/support/tron/paying.ts'
import { onDouble, TOKEN, tronAddressNamed, tronConfig, TRON_WALLET } from '../../../tests/support/tron/signing.ts'
import { BANK, OTHER_TOKEN } from '../../../tests/support/tron/block.ts'
import { ENERGY } from '../../../tests/support/tron/calls.ts'
import { reasonOf, withdrawing } from '../../../tests/support/withdrawals/withdrawals.ts'
import { depositAddressFor } from '../../deposits/addresses.ts'
import { createDeposits } from '../../networks.ts'
import type { SignedTransaction } from '../../signer/protocol/protocol.ts'
import {
  digestOf,
  EXPIRES_MAX_MS,
  tronBytesToSign,
  readTronPayout,
  tronSignedText,
  tronTxid,
  type TronPayout,
} from '../../signer/protocol/tron-transaction.ts'
import { withdrawingOf } from '../../withdrawals/methods.ts'
import type { PaidOut, PayingChain } from '../chain.ts'
import { tronAddressOf, tronBytesOf, NOBODY } from '../networks/tron-address.ts'

const TO = tronAddressNamed('somebody')
const PAID: PaidOut = { to: TO, coin: 'USDT', amount: 98_500_000n }

let market: SigningTronMarket
let chain: PayingChain
beforeAll(async () => {
  market = await openWithSigner()
  chain = market.chain()
})
afterAll(() => market.close())
afterEach(() => market.mend())

describe('the market compares a signed transaction with the payment', () => {
  const right = (): TronPayout => ({
    ...{ from: TRON_WALLET, token: TOKEN, to: TO, amount: PAID.amount, feeLimit: 16_000_000n },
    ...{ reference: '262d52bfa4b2814f816f', timestamp: 1_800_000_000_000, expiration: 1_800_000_600_000 },
  })
  /** A transaction that differs from the right one, signed by the wallet's key or another. */
  async function forged(changed: Partial<TronPayout> = {}, sign = signerKeys.tron.sign): Promise<SignedTransaction> {
    const raw = tronBytesToSign({ ...right(), ...changed })
    const txid = tronTxid(raw)
    return { txid, spends: [txid], rate: '16000000', raw: tronSignedText(raw, await sign(digestOf(raw))) }
  }

  it('and finds none where it is that payment', async () => {
    expect(await chain.faultIn(await forged(), PAID)).toBeUndefined()
    expect(await chain.faultIn(await forged({ expiration: right().timestamp + EXPIRES_MAX_MS }), PAID)).toBeUndefined()
  })

  it.each<[string, Partial<TronPayout>, string]>([
    ['another address', { to: tronAddressNamed('thief') }, 'it is another payment'],
    ['another amount', { amount: 98_500_001n }, 'it is another payment'],
    ['another token', { token: tronAddressOf(OTHER_TOKEN) }, 'it is another payment'],
    ['another wallet', { from: tronAddressNamed('other') }, 'it is from'],
    ['a higher limit of what it burns', { feeLimit: 16_000_001n }, 'it may burn 16000001, not 16000000'],
    ['more than an hour', { expiration: 1_800_000_000_001 + EXPIRES_MAX_MS }, 'it could be taken for 3600.001 s'],
  ])('and refuses one with %s', async (_what, changed, why) => {
    expect(await chain.faultIn(await forged(changed), PAID)).toContain(why)
  })

  it('and refuses one that is signed by another key, or is not what it is called', async () => {
    const other = (digest: Uint8Array) => signerKeys.tron.sign(digest.map((byte) => byte ^ 1))
    expect(await chain.faultIn(await forged({}, other), PAID)).toContain(`it is from ${TRON_WALLET}, signed by`)
    const signed = await forged()
    expect(await chain.faultIn({ ...signed, txid: '0'.repeat(64) }, PAID)).toContain('its id is')
    expect(await chain.faultIn({ ...signed, spends: ['0'] }, PAID)).toContain('it spends 0')
    expect(await chain.faultIn({ ...signed, rate: '15999999' }, PAID)).toContain('it may burn')
    for (const raw of ['', '00', signed.raw.slice(0, -2), `${signed.raw}00`])
      expect(await chain.faultIn({ ...signed, raw }, PAID)).toBe('it is no transfer of a token')
  })
})

describe('what a transfer may burn', () => {
  it('is the energy of one to an address that is new, at its price, and a quarter more', async () => {
    const price = (sun: bigint): void => void (market.tron.accounts.price = sun)
    expect(await chain.usualRate()).toBe((ENERGY.fresh * 100n * 5n) / 4n)
    price(420n)
    expect(await chain.usualRate()).toBe((ENERGY.fresh * 420n * 5n) / 4n)
    expect(chain.costAt(5n, 'USDT')).toEqual({ coin: 'TRX', amount: 5n })
  })

  it('is not believed where the energy or its price is out of bounds', async () => {
    for (const [how, energy] of [
      ['little energy', 9_999],
      ['much energy', 400_001],
    ] as const) {
      market.tron.lie(how, { paths: 'triggerconstantcontract' })
      await expect(chain.usualRate()).rejects.toThrow(`would take ${energy} energy`)
    }
    market.tron.lie(undefined)
    market.tron.accounts.price = 5_001n
    await expect(chain.usualRate()).rejects.toThrow('the price of energy would be 5001')
  })

  it('is a usual figure while the wallet has no USDT to try it with, and an error where the token refuses', async () => {
    const all = market.at(TRON_WALLET)
    market.tron.send([{ from: tronBytesOf(TRON_WALLET), to: BANK, amount: all }])
    await market.pass(0)
    expect(await chain.usualRate()).toBe((130_000n * 100n * 5n) / 4n)
    market.tron.send([{ from: BANK, to: tronBytesOf(TRON_WALLET), amount: all }])
    await market.pass(0)
    market.tron.lie('reverted', { paths: 'triggerconstantcontract' })
    await expect(chain.usualRate()).rejects.toThrow('the token does not transfer from the wallet: REVERT')
  })
})

describe('a transaction that is sent', () => {
  it('is taken once, and an error says why it is not', async () => {
    const signer = memorySigner(tronConfig(onDouble(market.tron)), [], {}, () => market.tron.tip().header.timestamp)
    const sign = async (more: object = {}) => {
      const [{ network, asset }, block] = [{ network: 'tron', asset: 'tUSDT' } as const, market.tron.tip().id]
      const payment = {
        network,
        asset,
        address: TO,
        amount: '5000000',
        fee: '0',
        rate: '17000000',
        approvals: [],
        block,
      }
      return signedOf(await signer.sign({ ...payment, id: crypto.randomUUID(), ...more })).raw
    }
    const raw = await sign()
    await chain.broadcast(raw)
    await chain.broadcast(raw)
    expect(market.tron.mempool.has(readTronPayout(raw)!.txid)).toBe(true)
    await expect(chain.broadcast(await sign({ block: '0'.repeat(64) }))).rejects.toThrow('TAPOS_ERROR: Error: TAPOS')
    const late = await sign()
    market.tron.pass(11 * 60_000)
    market.tron.mine()
    // Another one is signed in its place.
    await chain.broadcast(late)
    market.tron.mine(SOLID)
    await market.follow()
  })
})

it('nothing is paid to the wallet, to the token, or to nobody', () => {
  expect([TRON_WALLET, TOKEN, NOBODY, TO].map((one) => chain.refuses(one))).toEqual([true, true, true, false])
})

it('a person withdraws to an address of Tron alone, and not to the market’s or their own', async () => {
  const token = await market.login(market.person)
  const ask = (address: string): Promise<string> =>
    market.call('/api/withdraw/ask', withdrawing(market.person, { amount: '20000000', address }), token).then(reasonOf)
  const own = await depositAddressFor(market.db, chain, market.uid)
  const wrong = [
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    'test-tron-00112233445566778899',
    `${TO.slice(0, -1)}${TO.endsWith('a') ? 'b' : 'a'}`,
    TO.toLowerCase(),
    ...[TRON_WALLET, TOKEN, NOBODY],
  ]
  expect(await ask(own)).toBe('withdrawalOwn')
  expect(await Promise.all(wrong.map(ask))).toEqual(wrong.map(() => 'withdrawalAddress'))
  expect(await ask(TO)).toBe('accepted')
})

it('an address that begins and ends like an earlier one is not taken for it', () => {
  const like = `${TO.slice(0, 5)}${'x'.repeat(TO.length - 10)}${TO.slice(-5)}`
  expect(looksLike(TO, like)).toBe(true)
  expect(lookalikeOf(like, [tronAddressNamed('another'), TO])).toBe(TO)
})

it('a signer with another wallet, network or token in its settings pays nothing, and stops the start', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const at = (tron: object, config = tronConfig(onDouble(market.tron))) =>
    createDeposits(market.db, {
      tron: { ...market.tron.settings, wallet: TRON_WALLET, ...tron },
      signer: memorySigner(config),
    })
  await (await at({})).check()
  const other = await at({ wallet: TO })
  await expect(other.check()).rejects.toThrow(`The signer pays from ${TRON_WALLET}, not from TRON_WALLET`)
  const text = 'The signer has another Tron network or another USDT in its settings'
  for (const config of [tronConfig({ network: 'nile' }), tronConfig({ ...onDouble(market.tron), usdt: TO })])
    await expect((await at({}, config)).check()).rejects.toThrow(text)
  const id = await market.withdraw(20_000_000n)
  await expect(other.follow(0)).rejects.toThrow('not from TRON_WALLET')
  expect((await market.row(id)).signing).toBeNull()
  // Without a signer or a wallet nothing is paid.
  const { tron } = { tron: market.tron.settings }
  for (const settings of [{ tron }, { tron: { ...tron, wallet: TRON_WALLET } }])
    expect((await createDeposits(market.db, settings)).payingOf('tron')).toBeUndefined()
  await market.follow()
  await market.mined(SOLID + 1)
  expect((await market.row(id)).state).toBe('done')
  warn.mockRestore()
})

it('a person is shown that USDT can be withdrawn, with its fee and minimum', async () => {
  const user = { id: market.uid } as never
  const { methods } = await withdrawingOf({ db: market.db, user, now: () => 0 } as never, market.deposits)
  expect(methods).toEqual([
    {
      ...{ network: 'tron', coin: 'USDT', test: true, simulated: false, confirmations: 20, seconds: 60 },
      ...{ fee: '1500000', minimum: '5000000' },
    },
  ])
})
