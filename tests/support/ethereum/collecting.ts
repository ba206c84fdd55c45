import { sql } from 'kysely'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getBalance, readContract } from 'viem/actions'
import type { Db } from '#server/db/tables/tables.ts'
import { depositAddressFor } from '#server/deposits/addresses.ts'
import { followChain } from '#server/deposits/follow.ts'
import { readDepositTerms } from '#server/deposits/terms.ts'
import type { PayingChain } from '#server/chains/chain.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { TOKEN } from '#server/signer/protocol/evm-transaction.ts'
import type { Gas, SignAnswer, Signer, Sweep } from '#server/signer/protocol/protocol.ts'
import { sweep } from '#server/sweeps/sweeps.ts'
import { openTestMarket } from '../market/market.ts'
import { ethereumConfig, memorySigner, signerXpubs, wallet } from '../withdrawals/signing.ts'
import { startEthereum } from './anvil-market.ts'

/** The time of all rounds (Unix ms). */
export const NOW = 1_800_000_000_000

/** A reserve address of the market's. */
export const COLD = privateKeyToAccount(`0x${'7'.repeat(64)}`).address

const TERMS = 'ethereum USDT 1 3; ethereum ETH 0.01 3'

/** The hooks of a test around a request to the signer; `ask` passes it on. */
interface Hooks {
  sweep(asked: Sweep, ask: () => Promise<SignAnswer>): Promise<SignAnswer>
  gas(asked: Gas, ask: () => Promise<SignAnswer>): Promise<SignAnswer>
}

const honest: Hooks = { sweep: (_asked, ask) => ask(), gas: (_asked, ask) => ask() }

/** Sets the terms of the market's deposits, and the rates of its coins. */
async function setTerms(db: Db): Promise<void> {
  for (const args of [
    ['setting', 'deposit_terms', TERMS],
    ['rate', 'USDT', '1', 'fixed'],
    ['rate', 'ETH', '300', 'fixed'],
  ])
    await operate(db, args, NOW)
}

/** A market on a local Ethereum chain whose deposit addresses are the signer's; `sweeps` replaces settings. */
export async function openCollecting(sweeps: object = {}) {
  const { anvil, usdt, settings } = await startEthereum()
  const most = { each: 10n ** 30n, address: 10n ** 30n, day: 10n ** 30n }
  const levels = [most, most, most] as const
  const config = {
    ...ethereumConfig({ usdt, sweeps: { to: 'wallet', transactions: 500, gasDay: '10', ...sweeps } }),
    limits: { ETH: levels, USDT: levels },
  }
  const memory = memorySigner(config)
  let hooks = honest
  const signer: Signer = {
    ...memory,
    sweep: (asked) => hooks.sweep(asked, () => memory.sweep(asked)),
    gas: (asked) => hooks.gas(asked, () => memory.gas(asked)),
  }
  const ethereum = { ...settings, xpub: signerXpubs.ethereum, wallet: wallet.address, reserves: [COLD] }
  const market = await openTestMarket({ simulatedSeconds: undefined, ethereum, signer, now: () => NOW })
  const { db, deposits } = market
  await deposits.check()
  await setTerms(db)
  await anvil.sendEther(wallet.address, '20')
  const chain = () => deposits.payingOf('ethereum')!
  // Each round has a later time, which sorts the sweeps in the order of their rounds.
  let rounds = 0
  const follow = (): Promise<void> => deposits.follow(NOW + rounds++)
  const mined = async (blocks: number): Promise<void> => {
    for (let n = 0; n < blocks; n++) {
      await anvil.mine()
      await follow()
    }
  }
  await follow()
  return {
    ...market,
    ...{ anvil, usdt, settings: ethereum, config, memory, chain, follow, mined },
    /** Puts hooks of a test between the market and its signer. */
    hook: (some: Partial<Hooks>) => void (hooks = { ...honest, ...some }),
    /** One round over another chain object, in which a test has replaced methods. */
    async roundOf(of: PayingChain): Promise<void> {
      await followChain(db, of)
      await sweep(db, of, readDepositTerms(TERMS)!, NOW + rounds++)
    },
    /** A person with a deposit that is credited; tokens in units. */
    async deposit({ ether, tokens }: { ether?: string; tokens?: bigint }) {
      const { uid } = await market.person()
      const address = (await depositAddressFor(db, chain(), uid)) as Address
      if (ether !== undefined) await anvil.sendEther(address, ether)
      if (tokens !== undefined) await anvil.mint(usdt, address, tokens)
      await mined(3)
      return { uid, address }
    },
    /** `npm run market -- sweep …` */
    sweep: (...args: string[]) => operate(db, ['sweep', ...args], NOW, market),
    /** The sweeps of an address, the latest first. */
    sweepsOf: (address: string) =>
      db.selectFrom('sweeps').selectAll().where('address', '=', address).orderBy('at', 'desc').orderBy('id').execute(),
    stored: (id: string, part: 'gas' | 'coins') =>
      db
        .selectFrom('sweep_transactions')
        .selectAll()
        .where('sweep_id', '=', id)
        .where('part', '=', part)
        .orderBy('rate')
        .execute(),
    ether: (address: Address) => getBalance(anvil.node, { address }),
    tokens: (address: Address) =>
      readContract(anvil.node, { address: usdt, abi: TOKEN, functionName: 'balanceOf', args: [address] }),
    /** The sum that the market has posted for network costs (wei). */
    async costs(): Promise<bigint> {
      const { rows } = await sql<{ sum: string }>`
        select coalesce(sum(amount), 0)::text as sum from ledger_postings
        where account = 'market:network' and asset = 'tETH'`.execute(db)
      return BigInt(rows[0]!.sum)
    },
    async close(): Promise<void> {
      await market.close()
      await anvil.close()
    },
  }
}
export type Collecting = Awaited<ReturnType<typeof openCollecting>>
