import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { FEE, NOW, openPayingMarket, withoutLimits, type PayingMarket } from '../../tests/support/bitcoin/paying.ts'
import { addressNamed } from '../../tests/support/bitcoin/signing.ts'
import { coinIn } from '../../tests/support/withdrawals/reserves.ts'
import { memorySigner } from '../../tests/support/withdrawals/signing.ts'
import { depositAddressFor } from '../deposits/addresses.ts'
import { followChain } from '../deposits/follow.ts'
import { operate } from '../operator/commands/operate.ts'
import { createReserves } from './reserves.ts'

let market: PayingMarket
beforeAll(async () => {
  market = await openPayingMarket(memorySigner(withoutLimits()))
  await operate(market.db, ['setting', 'deposit_terms', 'bitcoin BTC 0.0001 3'], NOW)
})
afterAll(() => market.close())

/** The proof of BTC, without the test money that the person was given. */
const prove = async () => {
  const { people, granted, ...coin } = coinIn(await createReserves(market.db, market.deposits, 0).prove(NOW), 'tBTC')
  return { ...coin, people: String(BigInt(people) + BigInt(granted)) }
}

it('count the paying wallet with its change, and raise no alarm while a payment is under way', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const deposit = await depositAddressFor(market.db, market.chain(), market.uid)
  market.regtest.send([[deposit, 500_000n]])
  await market.fund(200_000)
  await market.mined(3)
  expect(await prove()).toMatchObject({
    ...{ state: 'enough', people: '500000', owed: '500000', held: '700000' },
    networks: [{ network: 'bitcoin', deposits: '500000', own: '200000' }],
  })
  const id = await market.withdraw(150_000, addressNamed('a person'))
  await market.follow()
  expect(await prove()).toMatchObject({ state: 'enough', owed: '500000', held: '700000', withdrawals: '150000' })
  // In a followed block, of which the book has heard nothing.
  market.regtest.mine()
  await followChain(market.db, market.chain())
  const left = 700_000n - 150_000n + FEE - 2n * 142n
  expect(await prove()).toMatchObject({ state: 'enough', owed: '350000', paid: '-150000', held: String(left) })
  market.regtest.reorganise(1, { held: [...(await market.payouts(id)).map(({ txid }) => txid)] })
  await followChain(market.db, market.chain())
  expect(await prove()).toMatchObject({ state: 'enough', owed: '500000', held: '700000', paid: '0' })
  await market.mined(3)
  expect((await market.row(id)).state).toBe('done')
  expect(await prove()).toMatchObject({ state: 'enough', owed: '350000', held: String(left), paid: '0' })
  expect(error).not.toHaveBeenCalled()
  error.mockRestore()
})
