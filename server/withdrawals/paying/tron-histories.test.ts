import { afterEach, expect, it, vi } from 'vitest'
import { unsound } from '../../../tests/support/market/orders.ts'
import { memorySigner } from '../../../tests/support/withdrawals/signing.ts'
import { EXPIRED_MS, FEE, openTronMarket, SOLID, type TronMarket } from '../../../tests/support/tron/paying.ts'
import {
  onDouble,
  tronAddressNamed,
  tronConfig,
  TRON_WALLET,
  withoutLimits,
} from '../../../tests/support/tron/signing.ts'
import { RefusedByNode } from '../../../tests/support/tron/calls.ts'
import type { TronDouble } from '../../../tests/support/tron/double.ts'
import { seededRandom, type Random } from '../../seed/random.ts'
import type { LogEntry } from '../../signer/log/log.ts'
import type { Signer } from '../../signer/protocol/protocol.ts'

// Random histories of payments through lost answers, ends of processes, forgotten and expired transactions, prices that
// rise, reorganisations, and somebody who sends whatever was ever signed. Whatever happens, no two transactions of a
// payment succeed in blocks, and each person gets their money once.

const STEPS = 40

let market: TronMarket
afterEach(async () => {
  vi.restoreAllMocks()
  await market.close()
})

/** A signer that forgets everything but its log, and whose answers can be lost. */
function mortalSigner(tron: TronDouble) {
  const log: LogEntry[] = []
  const open = () => memorySigner(withoutLimits(tronConfig(onDouble(tron))), log, {}, () => tron.tip().header.timestamp)
  let inner = open()
  let lost = 0
  const signer: Signer = {
    about: () => inner.about(),
    signed: (id) => inner.signed(id),
    sweep: (sweep) => inner.sweep(sweep),
    gas: (gas) => inner.gas(gas),
    async sign(payment) {
      const answer = await inner.sign(payment)
      if (lost > 0 && lost-- > 0) throw new Error('the answer is lost')
      return answer
    },
  }
  return { signer, log, restart: () => void (inner = open()), loseAnswers: (count: number) => void (lost = count) }
}
type Mortal = ReturnType<typeof mortalSigner>

interface Paid {
  id: string
  address: string
  amount: bigint
}

/** The transactions of a payment that have succeeded in blocks. */
const paidBy = (log: readonly LogEntry[], id: string): string[] =>
  log
    .filter((entry) => entry.id === id)
    .map(({ txid }) => txid)
    .filter((txid) =>
      market.tron.blocks.some(({ transactions }) =>
        transactions.some((one) => one.txid === txid && one.result === 'SUCCESS'),
      ),
    )

/** Checks the invariants that hold at every moment. */
function check(log: readonly LogEntry[], paid: readonly Paid[]): void {
  expect(new Set(log.map(({ txid }) => txid)).size).toBe(log.length)
  for (const { id, address, amount } of paid) {
    expect(paidBy(log, id).length).toBeLessThanOrEqual(1)
    expect([0n, amount - FEE]).toContain(market.at(address))
  }
}

async function withdraw(random: Random, paid: Paid[]): Promise<void> {
  const address = tronAddressNamed(`${random.whole(1, 1_000_000_000)} ${paid.length}`)
  const amount = BigInt(random.whole(5_000_000, 300_000_000))
  paid.push({ id: await market.withdraw(amount, address), address, amount })
}

/** Forgets the transactions of a withdrawal, as a market that is restored from a backup does. */
async function restore({ id }: Paid): Promise<void> {
  const { db } = market
  if ((await market.row(id)).state !== 'sent') return
  await db.deleteFrom('payouts').where('withdrawal_id', '=', id).execute()
  await db
    .updateTable('withdrawals')
    .set({ state: 'queued', txid: null, confirmations: 0, signing: null })
    .where('id', '=', id)
    .execute()
}

/** Sends what was signed at any time. */
async function sendAny(random: Random, log: readonly LogEntry[]): Promise<void> {
  if (log.length === 0) return
  const { raw, txid } = random.pick(log)
  if (random.chance(0.5)) market.tron.drop(txid)
  await market.tron.take(raw!).catch((error: unknown) => {
    if (!(error instanceof RefusedByNode)) throw error
  })
}

/** One event of a history. */
async function step(random: Random, { paid, mortal }: { paid: Paid[]; mortal: Mortal }): Promise<void> {
  const { tron } = market
  const waiting = [...tron.mempool.keys()]
  const some = (): string[] => mortal.log.map(({ txid }) => txid).filter(() => random.chance(0.5))
  const events: (() => unknown)[] = [
    () => withdraw(random, paid),
    () => withdraw(random, paid),
    () => tron.mine(random.whole(1, 3)),
    () => tron.mine(random.whole(1, SOLID)),
    () => tron.mine(random.whole(1, 3), some()),
    () => {
      tron.pass(random.whole(1, EXPIRED_MS))
      tron.mine(random.whole(1, 2 * SOLID), some())
    },
    () => {
      tron.pass(EXPIRED_MS)
      tron.mine(SOLID, some())
    },
    () => mortal.restart(),
    () => mortal.loseAnswers(random.whole(1, 2)),
    () => waiting.length > 0 && tron.drop(random.pick(waiting), random.chance(0.5)),
    () => tron.lie('deaf', { paths: 'broadcasthex', times: random.whole(1, 3) }),
    () => tron.reorganise(random.whole(1, 4), { lost: some(), held: some() }),
    () => void (tron.accounts.price = random.pick([100n, 100n, 100n, 150n, 300n])),
    () => paid.length > 0 && restore(random.pick(paid)),
    () => sendAny(random, mortal.log),
    () => sendAny(random, mortal.log),
  ]
  await random.pick(events)()
  // Two processes at once, now and then.
  await Promise.all(Array.from({ length: random.whole(1, 2) }, follow))
}

/** Follows the chain once. Some errors may occur: the next round goes on. */
async function follow(): Promise<void> {
  try {
    await market.follow()
  } catch (error) {
    for (const message of leaves(error)) expect(message).toMatch(/^(the answer is lost|The paying wallet .*)$/)
  }
}

/** The messages of an error, or of those that it holds. */
const leaves = (error: unknown): string[] =>
  error instanceof AggregateError
    ? error.errors.flatMap(leaves)
    : [error instanceof Error ? error.message : String(error)]

it.each([1, 2, 3, 4])('in history %i nobody is paid twice, and everybody once or not at all', async (seed) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const random = seededRandom(seed)
  const mortals: Mortal[] = []
  market = await openTronMarket((tron) => {
    const made = mortalSigner(tron)
    mortals.push(made)
    return made.signer
  })
  const [mortal] = mortals as [Mortal]
  const held = market.at(TRON_WALLET)
  const paid: Paid[] = []
  for (let n = 0; n < 3; n++) await withdraw(random, paid)
  for (let n = 0; n < STEPS; n++) {
    await step(random, { paid, mortal })
    check(mortal.log, paid)
  }
  mortal.loseAnswers(0)
  market.tron.lie(undefined)
  market.tron.accounts.price = 100n
  for (let n = 0; n < 4; n++) {
    market.tron.pass(EXPIRED_MS)
    for (let blocks = 0; blocks < 3; blocks++) {
      market.tron.mine(SOLID)
      await follow()
    }
  }
  // Failed withdrawals are given back at full depth.
  market.tron.mine(150)
  await follow()
  check(mortal.log, paid)
  const states = await Promise.all(paid.map(async ({ id }) => (await market.row(id)).state))
  expect(paid.length).toBeGreaterThan(3)
  expect(states.filter((state) => state !== 'done' && state !== 'returned')).toEqual([])
  expect(states).toContain('done')
  expect(paid.map(({ address }) => market.at(address))).toEqual(
    paid.map(({ amount }, n) => (states[n] === 'done' ? amount - FEE : 0n)),
  )
  const out = paid.reduce((sum, { amount }, n) => (states[n] === 'done' ? sum + amount - FEE : sum), 0n)
  expect(market.at(TRON_WALLET)).toBe(held - out)
  expect(await unsound(market.db)).toEqual([])
})
