import * as z from 'zod/mini'
import { NodeError } from '../real.ts'
import { TRANSFERS_MAX, type Transfer } from '../chain.ts'
import type { BitcoinNode } from './node.ts'

// Esplora shows the payments that wait for a block by address only. There are too many addresses to ask for all of them
// in each round, so that a few are asked for in turn; the others keep what the market has stored of them. Nothing here
// credits anybody: people see earlier that their payment is on its way.

/** Addresses that are asked for in a round, and the most where a reorganisation has replaced their blocks. */
const [A_ROUND, REPLACED] = [4, 40]

/** The most transactions that Esplora shows of an address. */
const A_PAGE = 50

/** An address whose payments may wait for a block. */
export interface Watched {
  address: string
  /** Its transfers that wait, as far as the market has stored them. */
  waiting: readonly Transfer[]
  /** Whether a reorganisation has just taken a transfer to it out of its block. */
  isReplaced: boolean
}

const Waiting = z.array(
  z.object({
    txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    vout: z.array(
      z.object({
        scriptpubkey_address: z.optional(z.string()),
        value: z.int().check(z.nonnegative()),
      }),
    ),
  }),
)

/** Looks up the transfers that wait for a block, a few addresses in each call. */
export function createMempool(node: BitcoinNode) {
  /** The call in which each address was last asked for. */
  let asked = new Map<string, number>()
  let round = 0

  /** The transfers to an address; undefined where the node does not show them all. */
  async function lookUp(address: string): Promise<Transfer[] | undefined> {
    const found = await node.json(`/address/${address}/txs/mempool`, Waiting)
    if (!found || found.length >= A_PAGE) return undefined
    return found.flatMap(({ txid, vout }) =>
      vout
        .slice(0, TRANSFERS_MAX)
        .flatMap(({ scriptpubkey_address: to, value }, index): Transfer[] =>
          to === address ? [{ txid, index, to, coin: 'BTC', amount: BigInt(value) }] : [],
        ),
    )
  }

  return async (watched: readonly Watched[]): Promise<Transfer[]> => {
    round++
    const replaced = watched.filter(({ isReplaced }) => isReplaced).slice(0, REPLACED)
    const others = watched.filter(({ isReplaced }) => !isReplaced)
    const inTurn = others.toSorted((a, b) => (asked.get(a.address) ?? 0) - (asked.get(b.address) ?? 0))
    const due = new Set([...replaced, ...inTurn.slice(0, A_ROUND)].map(({ address }) => address))
    // One transfer cannot be to two addresses, whatever a node says: it would be stored twice.
    const found = new Map<string, Transfer>()
    let isAway = false
    for (const { address, waiting } of watched) {
      const shown: Transfer[] | null | undefined =
        due.has(address) && !isAway ? await lookUp(address).catch(ignore) : undefined
      // One that stays silent is not waited for again.
      isAway ||= shown === null
      for (const one of shown ?? waiting) found.set(`${one.txid} ${one.index}`, one)
    }
    asked = new Map(watched.map(({ address: one }) => [one, due.has(one) ? round : (asked.get(one) ?? 0)]))
    return [...found.values()]
  }
}

/** Null where the node fails: an answer that is too long must not keep the market from following the chain. */
function ignore(error: unknown): null {
  if (error instanceof NodeError) return null
  throw error
}
