import { sql } from 'kysely'
import { tronBytesOf } from '#server/chains/networks/tron-address.ts'
import { operate } from '#server/operator/commands/operate.ts'
import type { Payment, SignAnswer, Signer } from '#server/signer/protocol/protocol.ts'
import { openTestMarket } from '../market/market.ts'
import { giveCoins } from '../market/orders.ts'
import { queueWithdrawal } from '../withdrawals/queued.ts'
import { memorySigner } from '../withdrawals/signing.ts'
import { onDouble, tronAddressNamed, tronConfig, TRON_WALLET, withoutLimits } from './signing.ts'
import { BANK, USDT } from './block.ts'
import { startTron, type TronDouble } from './double.ts'

/** The time at which a market of a test begins (Unix ms). */
export const NOW = 1_800_000_000_000

/** The fee of a withdrawal (units). */
export const FEE = 1_500_000n

/** The time after which a transaction has expired, with all margins, for 10 minutes' life (ms). */
export const EXPIRED_MS = 16 * 60_000

/** Blocks after which one cannot be replaced any more. */
export const SOLID = 20

/**
 * A market on a Tron network that pays through a signer, with a person who has 100,000 USDT, and a wallet with as much
 * and 10,000 TRX. `begin`: the time of its first rounds (Unix ms).
 */
export async function openTronMarket(make: (tron: TronDouble) => Signer | Promise<Signer>, begin = NOW) {
  const tron = await startTron(begin - 40 * 3_001)
  const signer = await make(tron)
  const settings = { ...tron.settings, wallet: TRON_WALLET }
  const market = await openTestMarket({ simulatedSeconds: undefined, tron: settings, signer, now: () => begin })
  const wallet = tronBytesOf(TRON_WALLET)
  tron.accounts.give(wallet, { sun: 10_000_000_000n })
  tron.send([{ to: wallet, from: BANK, amount: 100_000_000_000n }])
  tron.mine(SOLID)
  await market.deposits.check()
  await operate(market.db, ['rate', 'USDT', '1', 'fixed'], begin)
  const person = await market.person()
  const { uid } = person
  const { db } = market
  await giveCoins(db, uid, 'tUSDT', 100_000_000_000n)
  const follow = (): Promise<void> => market.deposits.follow(begin)
  const chain = () => market.deposits.payingOf('tron')!
  await follow()
  return {
    ...market,
    tron,
    person,
    uid,
    chain,
    /** Follows the chain once, and pays. */
    follow,
    /** Makes blocks, with a round after each. */
    async mined(blocks: number): Promise<void> {
      for (let n = 0; n < blocks; n++) {
        tron.mine()
        await follow()
      }
    },
    /** Lets time pass, and makes blocks until one after that cannot be replaced any more; a round follows. */
    async pass(ms: number): Promise<void> {
      tron.pass(ms)
      tron.mine(SOLID)
      await follow()
    },
    /** Withdraws an amount (units), of which FEE comes off. */
    withdraw: (amount: bigint, address = tronAddressNamed('somebody')): Promise<string> =>
      queueWithdrawal(db, chain(), {
        ...{ uid, now: begin },
        more: { network: 'tron', asset: 'tUSDT', address, amount: String(amount), fee: String(FEE) },
      }),
    row: (id: string) => db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    payouts: (id: string) =>
      db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', id).orderBy('height').orderBy('at').execute(),
    /** The units at an address, by the blocks. */
    at: (address: string): bigint => tron.balanceAt(tron.tip().height, USDT, tronBytesOf(address)),
    /** The sum that the market has posted for network costs, fees of withdrawals included (units of tUSDT). */
    async costs(): Promise<bigint> {
      const { rows } = await sql<{ sum: string }>`
        select coalesce(sum(amount), 0)::text as sum from ledger_postings
        where account = 'market:network' and asset = 'tUSDT'`.execute(db)
      return BigInt(rows[0]!.sum)
    },
    async close(): Promise<void> {
      await market.close()
      await tron.close()
    },
  }
}
export type TronMarket = Awaited<ReturnType<typeof openTronMarket>>

/** How a signer in memory differs from one that works; a test may set it. */
export interface SignerFaults {
  /** How far its clock is behind the chain's last block (ms). */
  behind: number
  /** Changes an answer before the market gets it. */
  change(answer: SignAnswer, payment: Payment): SignAnswer | Promise<SignAnswer>
  /** Another signer in its place. */
  other: Signer | undefined
}

/** The same with a signer in memory, which has no limits. */
export async function openWithSigner() {
  const faults: SignerFaults = { behind: 0, change: (answer) => answer, other: undefined }
  const signers: ReturnType<typeof memorySigner>[] = []
  /** A signer with a log of its own, which is empty at first. */
  const open = (tron: TronDouble) =>
    memorySigner(withoutLimits(tronConfig(onDouble(tron))), [], {}, () => tron.tip().header.timestamp - faults.behind)
  const market = await openTronMarket((tron) => {
    const memory = open(tron)
    signers.push(memory)
    const inner = (): Signer => faults.other ?? memory
    return {
      about: () => inner().about(),
      signed: (id) => inner().signed(id),
      sweep: (sweep) => inner().sweep(sweep),
      gas: (gas) => inner().gas(gas),
      sign: async (payment) => faults.change(await inner().sign(payment), payment),
    }
  })
  const [memory] = signers as [ReturnType<typeof memorySigner>]
  /** The log entries of the signer for a withdrawal. */
  const signedFor = (id: string) => memory.entries.filter((entry) => entry.id === id)
  return {
    ...market,
    faults,
    memory,
    signedFor,
    /** A signer without a log. */
    emptied: () => open(market.tron),
    /** Ends all faults, of the node too. */
    mend(): void {
      Object.assign(faults, { behind: 0, change: (answer: SignAnswer) => answer, other: undefined })
      market.tron.lie(undefined)
      market.tron.fallBehind(0)
      market.tron.accounts.price = 100n
    },
    /** The signed transactions of a withdrawal that are in blocks. */
    inBlocks: (id: string): string[] =>
      signedFor(id)
        .map(({ txid }) => txid)
        .filter((txid) => market.tron.blockOf(txid)),
    /** A withdrawal that is signed, and that no node has; with the id of its transaction. */
    async unsent(to: string, amount = 10_000_000n): Promise<{ id: string; first: string }> {
      market.tron.lie('deaf', { paths: 'broadcasthex' })
      const id = await market.withdraw(amount, to)
      await market.follow()
      return { id, first: (await market.row(id)).txid! }
    },
  }
}
export type SigningTronMarket = Awaited<ReturnType<typeof openWithSigner>>
