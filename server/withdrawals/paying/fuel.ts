import type { LowFuel } from '#contract/reserves/schema-operator.ts'
import type { Fuel, PayingChain, PayingWallet } from '../../chains/chain.ts'

// Fuel is what a network takes for its transactions, where that is no coin of the market. The ledger does not have it,
// and nobody is owed any, so that it is shown and reported by itself.

/** The payments for which a wallet shall have enough. */
const PAYMENTS = 20n

/** Whether units are too few for the next payments of a wallet at a rate. */
export function lowFuel(wallet: PayingWallet, fuel: Fuel, rate: bigint, units: bigint): boolean {
  const one = wallet.needs({ to: '', coin: wallet.coins[0]!, amount: 0n }, rate).get(fuel) ?? 0n
  return units < PAYMENTS * one
}

/** The paying wallets that have too little for the networks' fees; those whose node does not answer are left out. */
export async function walletsLow(chains: readonly PayingChain[]): Promise<LowFuel[]> {
  const low: LowFuel[] = []
  for (const chain of chains) {
    const { id, network, wallet } = chain
    if (!wallet?.fuel) continue
    try {
      const units = await wallet.holds(wallet.fuel)
      if (lowFuel(wallet, wallet.fuel, await chain.usualRate(), units))
        low.push({ network, fuel: wallet.fuel, units: String(units) })
    } catch (error) {
      const why = error instanceof Error ? error.message : error
      console.warn(`What the paying wallet on ${id} has for fees is not known:`, why)
    }
  }
  return low
}
