import { networks } from '#contract/coins/networks.ts'
import type { ReserveProof } from '#contract/reserves/schema-operator.ts'
import type { Db } from '../db/tables/tables.ts'
import type { Deposits } from '../deposits/deposits.ts'
import { walletsBeyond } from '../withdrawals/caps.ts'
import { walletsLow } from '../withdrawals/paying/fuel.ts'
import { prove } from './prove.ts'
import { lastProof, storeProof } from './results.ts'

const DAY_MS = 86_400_000

/** The pause before a proof is tried again (ms): the market follows a new block within it. */
const PAUSE = 6_000

/** The market's proofs of reserves. */
export interface Reserves {
  /** Whether a proof is under way. */
  isProving(): boolean
  /** Compares the chains with the book, and stores the result. Joins a proof that is under way. */
  prove(now: number): Promise<ReserveProof>
  /** The same once a day, and sooner where the last proof did not know everything. */
  proveIfDue(now: number): Promise<void>
}

/** The proofs of a market over its chains. `pause` in ms. */
export function createReserves(
  db: Db,
  { chainOf, payingOf }: Pick<Deposits, 'chainOf' | 'payingOf'>,
  pause = PAUSE,
): Reserves {
  const chains = networks.flatMap((network) => {
    const chain = chainOf(network)
    return chain ? [{ chain, paying: payingOf(network) }] : []
  })
  let underWay: Promise<ReserveProof> | undefined
  async function proveNow(now: number): Promise<ReserveProof> {
    const wallets = chains.flatMap(({ paying }) => paying ?? [])
    const proof = {
      ...(await prove(db, chains, { now, before: await lastProof(db), pause })),
      over: await walletsBeyond(db, wallets),
      low: await walletsLow(wallets),
    }
    await storeProof(db, proof)
    return proof
  }
  const reserves: Reserves = {
    isProving: () => underWay !== undefined,
    prove: (now) =>
      (underWay ??= proveNow(now).finally(() => {
        underWay = undefined
      })),
    async proveIfDue(now) {
      const last = await lastProof(db)
      const isKnown = last?.coins.every(({ networks: of }) => of.every(({ height }) => height !== null))
      if (!last || !isKnown || last.at <= now - DAY_MS) await reserves.prove(now)
    },
  }
  return reserves
}
