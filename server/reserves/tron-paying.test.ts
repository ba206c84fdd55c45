import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { coinIn } from '../../tests/support/withdrawals/reserves.ts'
import { FEE, NOW, openWithSigner, SOLID, type SigningTronMarket } from '../../tests/support/tron/paying.ts'
import { tronAddressNamed, TRON_WALLET } from '../../tests/support/tron/signing.ts'
import { BANK } from '../../tests/support/tron/block.ts'
import { tronBytesOf } from '../chains/networks/tron-address.ts'
import { depositAddressFor } from '../deposits/addresses.ts'
import { followChain } from '../deposits/follow.ts'
import { operate } from '../operator/commands/operate.ts'
import { createReserves } from './reserves.ts'

let market: SigningTronMarket
beforeAll(async () => {
  market = await openWithSigner()
  await operate(market.db, ['setting', 'deposit_terms', 'tron USDT 1 3'], NOW)
})
afterAll(() => market.close())
afterEach(() => market.mend())

const WALLET = 100_000_000_000n
const proofs = () => createReserves(market.db, market.deposits, 0)
/** The proof of USDT, without the test money that the person was given. */
const prove = async () => {
  const { people, granted, ...coin } = coinIn(await proofs().prove(NOW), 'tUSDT')
  return { ...coin, people: String(BigInt(people) + BigInt(granted)) }
}

it('count the paying wallet, and raise no alarm while a payment is under way', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const deposit = await depositAddressFor(market.db, market.chain(), market.uid)
  market.tron.send([{ to: tronBytesOf(deposit), from: BANK, amount: 50_000_000n }])
  await market.mined(SOLID)
  const held = WALLET + 50_000_000n
  expect(await prove()).toMatchObject({
    ...{ state: 'enough', people: '50000000', owed: '50000000', held: String(held) },
    networks: [{ network: 'tron', deposits: '50000000', own: String(WALLET) }],
  })
  const id = await market.withdraw(15_000_000n, tronAddressNamed('a person'))
  await market.follow()
  expect(await prove()).toMatchObject({ state: 'enough', owed: '50000000', withdrawals: '15000000', paid: '0' })
  // In a followed block, of which the book has heard nothing.
  market.tron.mine()
  await followChain(market.db, market.chain())
  const left = held - 15_000_000n + FEE
  expect(await prove()).toMatchObject({ state: 'enough', owed: '35000000', paid: '-15000000', held: String(left) })
  market.tron.reorganise(1, { held: [(await market.row(id)).txid!] })
  await followChain(market.db, market.chain())
  expect(await prove()).toMatchObject({ state: 'enough', owed: '50000000', held: String(held), paid: '0' })
  await market.mined(SOLID + 1)
  expect((await market.row(id)).state).toBe('done')
  expect(await prove()).toMatchObject({ state: 'enough', owed: '35000000', held: String(left), paid: '0' })
  expect(error).not.toHaveBeenCalled()
  error.mockRestore()
})

it('owe a payment that has failed until it is given back', async () => {
  const before = await prove()
  const id = await market.withdraw(15_000_000n, tronAddressNamed('somebody else'))
  await market.follow()
  market.tron.accounts.price = 200n
  market.tron.mine()
  await market.follow()
  expect(await prove()).toMatchObject({ state: 'enough', owed: before.owed, held: before.held, paid: '0' })
  market.tron.mine(150)
  await market.follow()
  expect((await market.row(id)).state).toBe('returned')
  expect(await prove()).toMatchObject({ state: 'enough', owed: before.owed, held: before.held, paid: '0' })
})

it('report a wallet that has too little TRX for its next payments, in the log and in the proof', async () => {
  expect((await proofs().prove(NOW)).low).toEqual([])
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  market.tron.accounts.give(tronBytesOf(TRON_WALLET), { sun: -9_900_000_000n })
  const { low } = await proofs().prove(NOW)
  expect(low).toEqual([{ network: 'tron', fuel: 'TRX', units: expect.stringMatching(/^\d{8}$/) }])
  expect(error.mock.calls.flat().join()).toMatch(/the paying wallet has \d+\.\d+ TRX left for the network’s fees/)
  error.mockRestore()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  market.tron.lie('redirect', { paths: 'getaccount' })
  expect((await proofs().prove(NOW)).low).toEqual([])
  expect(warn.mock.calls.flat().join()).toContain('has for fees is not known')
  warn.mockRestore()
})
