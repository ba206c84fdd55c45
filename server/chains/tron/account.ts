import * as z from 'zod/mini'
import { PREFIX } from '../networks/tron-address.ts'
import type { TronNode } from './node.ts'

// The cost of a transfer on Tron, and the means by which a wallet pays it. A transaction uses bandwidth for its bytes,
// and energy for the contract that it runs. An account has some of both a day, for the TRX that is staked for it. Each
// unit that it lacks burns TRX. Amounts are sun: a millionth of a TRX.

/** TRX for the bytes of a transaction: about 350 of them, at 1,000 sun each, and as much more for a higher price. */
export const BYTES_SUN = 1_000_000n

/** The highest price of a unit of energy that a node is believed (sun). It was 420 at most until now. */
const PRICE_MAX = 5_000

const PARAMETERS = '/wallet/getchainparameters'
const Parameters = z.object({
  chainParameter: z.array(z.object({ key: z.optional(z.string()), value: z.optional(z.number()) })),
})

const units = z._default(z.int().check(z.nonnegative()), 0)
const Account = z.object({ balance: units })
const Resources = z.object({ EnergyLimit: units, EnergyUsed: units })

/** The price of a unit of energy (sun). @throws NodeError */
export async function askEnergyPrice(node: TronNode): Promise<bigint> {
  const { chainParameter } = await node.ask(PARAMETERS, {}, Parameters)
  const price = chainParameter.find(({ key }) => key === 'getEnergyFee')?.value
  if (price === undefined || !Number.isInteger(price) || price < 1 || price > PRICE_MAX)
    throw node.wrong(PARAMETERS, `the price of energy would be ${price}`)
  return BigInt(price)
}

/**
 * The TRX that a wallet can burn, with the energy that is staked for it at its price (sun). Without TRX for the bytes
 * of a transaction the energy is of no use. `wallet`: 20 bytes in hexadecimal.
 *
 * @throws NodeError
 */
export async function askFuel(node: TronNode, wallet: string): Promise<bigint> {
  const account = { address: `${PREFIX}${wallet}` }
  const [{ balance }, { EnergyLimit, EnergyUsed }, price] = await Promise.all([
    node.ask('/wallet/getaccount', account, Account),
    node.ask('/wallet/getaccountresource', account, Resources),
    askEnergyPrice(node),
  ])
  const energy = BigInt(Math.max(0, EnergyLimit - EnergyUsed))
  return BigInt(balance) < BYTES_SUN ? BigInt(balance) : BigInt(balance) + energy * price
}
