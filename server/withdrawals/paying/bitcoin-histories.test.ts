import { afterEach, expect, it } from 'vitest'
import { FEE, openPayingMarket, withoutLimits, type PayingMarket } from '../../../tests/support/bitcoin/paying.ts'
import { addressNamed, BITCOIN_WALLET } from '../../../tests/support/bitcoin/signing.ts'
import { unsound } from '../../../tests/support/market/orders.ts'
import { memorySigner } from '../../../tests/support/withdrawals/signing.ts'
import { seededRandom, type Random } from '../../seed/random.ts'
import type { LogEntry } from '../../signer/log/log.ts'
import type { Signer } from '../../signer/protocol/protocol.ts'

// Random histories of payments through lost answers, ends of processes, forgotten transactions, high prices, miners who
// take an earlier transaction, and reorganisations. Whatever happens, no output is spent by two payments, and each
// person gets their money once.

const STEPS = 30
const FUNDS = [3_000_000, 700_000, 250_000, 60_000, 60_000, 60_000]

let market: PayingMarket
afterEach(() => market.close())

/** A signer that forgets everything but its log, and whose answers can be lost. */
function mortalSigner() {
  const log: LogEntry[] = []
  let inner = memorySigner(withoutLimits(), log)
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
  return {
    signer,
    log,
    restart: () => void (inner = memorySigner(withoutLimits(), log)),
    loseAnswers: (count: number) => void (lost = count),
  }
}

interface Paid {
  id: string
  address: string
  amount: bigint
}

/** Checks the invariants that hold at every moment. */
function check(log: readonly LogEntry[], paid: readonly Paid[]): void {
  const payments = new Map<string, string>()
  for (const { id, spends } of log)
    for (const outpoint of spends) {
      expect(payments.get(outpoint) ?? id, `who spends ${outpoint}`).toBe(id)
      payments.set(outpoint, id)
    }
  for (const { id } of log)
    expect(new Set(log.filter((entry) => entry.id === id).map(({ spends }) => spends.join())).size).toBe(1)
  for (const { address, amount } of paid) expect([0n, amount - FEE]).toContain(market.at(address))
}

const idOf = ({ txid }: LogEntry): string => txid

/**
 * Forgets the transaction of a withdrawal, as a market that is restored from a backup does. One of several may have
 * paid, and only an operator can tell.
 */
async function restore({ id }: Paid, log: readonly LogEntry[]): Promise<void> {
  const { db } = market
  if ((await market.row(id)).state !== 'sent' || log.filter((entry) => entry.id === id).length > 1) return
  await db.deleteFrom('payouts').where('withdrawal_id', '=', id).execute()
  await db
    .updateTable('withdrawals')
    .set({ state: 'queued', txid: null, confirmations: 0, signing: null })
    .where('id', '=', id)
    .execute()
}

/** One event of a history. */
async function step(random: Random, { paid, mortal }: { paid: Paid[]; mortal: ReturnType<typeof mortalSigner> }) {
  const { regtest } = market
  const waiting = [...regtest.mempool.keys()]
  const withdraw = async (): Promise<void> => {
    const address = addressNamed(`${random.whole(1, 1_000_000_000)} ${paid.length}`)
    const amount = BigInt(random.whole(10_000, 300_000))
    paid.push({ id: await market.withdraw(Number(amount), address), address, amount })
  }
  const events: (() => unknown)[] = [
    withdraw,
    withdraw,
    withdraw,
    () => regtest.mine(random.whole(1, 3)),
    () => regtest.mine(random.whole(1, 3)),
    async () => {
      regtest.setLeastRate(BigInt(random.whole(3, 6)) * 1_000n)
      await withdraw()
      await follow()
      regtest.mine(7)
    },
    () => mortal.restart(),
    () => mortal.loseAnswers(random.whole(1, 2)),
    () => waiting.length > 0 && regtest.drop(random.pick(waiting)),
    () => regtest.setLeastRate(0n),
    () => regtest.lie('deaf', { paths: '/tx', times: random.whole(1, 3) }),
    () => regtest.reorganise(random.whole(1, 4), { lost: mortal.log.map(idOf).filter(() => random.chance(0.5)) }),
    () => paid.length > 0 && restore(random.pick(paid), mortal.log),
    () => {
      const entry = mortal.log.length > 0 ? random.pick(mortal.log) : undefined
      if (entry && canReplace(entry, mortal.log)) regtest.force(Uint8Array.from(Buffer.from(entry.raw!, 'hex')))
    },
  ]
  await random.pick(events)()
  // Two processes at once, now and then.
  await Promise.all(Array.from({ length: random.whole(1, 2) }, follow))
}

/** The errors that may occur in a round: the next one goes on. */
const EXPECTED =
  /^(the answer is lost|The node at \S+ did not answer \/tx: the status was 400|The (paying wallet|signer lacks) .*)$/

async function follow(): Promise<void> {
  try {
    await market.follow()
  } catch (error) {
    for (const message of leaves(error)) expect(message).toMatch(EXPECTED)
  }
}

/** The messages of an error, or of those that it holds. */
const leaves = (error: unknown): string[] =>
  error instanceof AggregateError
    ? error.errors.flatMap(leaves)
    : [error instanceof Error ? error.message : String(error)]

/** Whether a miner can take a transaction, and no other payment spends change of another one of its payment. */
function canReplace({ id, spends }: LogEntry, log: readonly LogEntry[]): boolean {
  const { regtest } = market
  const txids = log.filter((entry) => entry.id === id).map(idOf)
  return (
    !log.some((entry) => entry.spends.some((outpoint) => txids.some((txid) => outpoint.startsWith(txid)))) &&
    spends.every((outpoint) => regtest.blockOf(outpoint.split(':')[0]!) && regtest.isUnspent(outpoint))
  )
}

it.each([1, 2, 3])('in history %i no output is spent by two payments, and everybody is paid once', async (seed) => {
  const random = seededRandom(seed)
  const mortal = mortalSigner()
  market = await openPayingMarket(mortal.signer)
  await market.fund(...FUNDS)
  const paid: Paid[] = []
  for (let n = 0; n < STEPS; n++) {
    await step(random, { paid, mortal })
    check(mortal.log, paid)
  }
  mortal.loseAnswers(0)
  market.regtest.setLeastRate(0n)
  market.regtest.lie(undefined)
  await market.fund(100_000_000, 100_000_000)
  for (let n = 0; n < 30; n++) {
    market.regtest.mine()
    await follow()
  }
  await market.follow()
  check(mortal.log, paid)
  const states = await Promise.all(paid.map(async ({ id }) => (await market.row(id)).state))
  expect(paid.length).toBeGreaterThan(3)
  expect(mortal.log.length).toBeGreaterThan(paid.length)
  expect(states).toEqual(paid.map(() => 'done'))
  expect(paid.map(({ address }) => market.at(address))).toEqual(paid.map(({ amount }) => amount - FEE))
  const sum = (some: readonly bigint[]): bigint => some.reduce((all, one) => all + one, 0n)
  const costs = sum(paid.map(() => FEE)) - (await market.costs())
  const funds = sum([...FUNDS, 100_000_000, 100_000_000].map(BigInt))
  expect(market.at(BITCOIN_WALLET)).toBe(funds - sum(paid.map(({ amount }) => amount - FEE)) - costs)
  expect(await unsound(market.db)).toEqual([])
})
