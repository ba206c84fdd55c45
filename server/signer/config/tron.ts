import * as z from 'zod/mini'
import { readAddress } from '#contract/coins/crypto-addresses.ts'
import { readTronNetwork, type TronNetwork } from '../../chains/networks/tron-networks.ts'
import { caps, first, http } from './fields.ts'
import { EXPIRES_MAX_MS } from '../protocol/tron-transaction.ts'

// The part of a signer's settings by which it pays on Tron. It collects no deposits there.

/** A real Tron network: the main one, or one for tests. */
export interface TronChain {
  kind: 'tron'
  network: TronNetwork
  /** The addresses of the two parts of a node's API, which is asked at the start and before a second transaction. */
  api: string
  solidity: string
  /** The contract of USDT. */
  usdt: string
  /** How long a transaction can be taken (ms). */
  expires: number
  /** The height of a block, up to which the log may lack transactions of the wallet. */
  firstBlock: number
}

/** The most that a transaction may be allowed to burn: 1,000 TRX (sun). */
const BURN_MAX = 1_000_000_000

const MINUTE_MS = 60_000

export const TronFile = z.strictObject({
  rate: caps.rate.check(z.refine((text) => !(Number(text) > BURN_MAX), `is more than ${BURN_MAX}`)),
  transactions: caps.transactions,
  network: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => readTronNetwork(text) !== undefined,
          'is none of: main, nile, shasta, the id of a first block',
        ),
      ),
    'main',
  ),
  api: http('http://127.0.0.1:8090'),
  solidity: z.optional(http('http://127.0.0.1:8091')),
  usdt: z.string().check(z.refine((text) => contractOf(text) !== undefined, 'is not a valid address on Tron')),
  expires: z._default(z.int().check(z.minimum(1), z.maximum(EXPIRES_MAX_MS / MINUTE_MS)), 10),
  firstBlock: first,
})

/** The network of settings that are valid. */
export function tronChainOf(read: z.infer<typeof TronFile>): TronChain {
  const { api, solidity = api, firstBlock } = read
  const [network, usdt] = [readTronNetwork(read.network)!, contractOf(read.usdt)!]
  return { kind: 'tron', network, api, solidity, usdt, expires: read.expires * MINUTE_MS, firstBlock }
}

/** The address of a contract; undefined where the text is none. */
function contractOf(text: string): string | undefined {
  const read = readAddress('tron', text)
  return 'address' in read ? read.address : undefined
}
