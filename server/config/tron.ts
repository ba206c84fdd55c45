import * as z from 'zod/mini'
import { readAddress } from '#contract/coins/crypto-addresses.ts'
import { accountKey, address } from './env-fields.ts'
import type { TronSettings } from '../chains/real.ts'
import { tronReserves } from '../chains/reserve-addresses.ts'
import { readTronNetwork } from '../chains/networks/tron-networks.ts'

/** The settings of Tron in the environment. */
export const tronEnv = {
  TRON_API: address('http://127.0.0.1:8090'),
  TRON_SOLIDITY_API: address('http://127.0.0.1:8091'),
  TRON_NETWORK: z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => readTronNetwork(value) !== undefined,
          'is none of: main, nile, shasta, the id of a first block',
        ),
      ),
    'main',
  ),
  TRON_XPUB: accountKey,
  TRON_USDT: z.optional(
    z.string().check(z.refine((value) => 'address' in readAddress('tron', value), 'is not an address: T…')),
  ),
  TRON_WALLET: z.optional(
    z.string().check(z.refine((value) => 'address' in readAddress('tron', value), 'is not an address: T…')),
  ),
  TRON_RESERVES: z.optional(
    z.string().check(z.refine((value) => tronReserves(value) !== undefined, 'is not a list of addresses: T…,T…')),
  ),
}

const TronEnv = z.object(tronEnv)

/** The settings of Tron in an environment that has all of them or none. */
export function tronOf(values: z.infer<typeof TronEnv>): TronSettings | undefined {
  const { TRON_API: api, TRON_XPUB: xpub, TRON_USDT: usdt, TRON_WALLET: wallet, TRON_RESERVES: reserves } = values
  if (api === undefined || xpub === undefined || usdt === undefined) return undefined
  return {
    ...{ api, solidity: values.TRON_SOLIDITY_API ?? api, network: readTronNetwork(values.TRON_NETWORK)!, xpub, usdt },
    ...(wallet !== undefined && { wallet }),
    ...(reserves !== undefined && { reserves: tronReserves(reserves) }),
  }
}
