import { balanceAfter, USDT, makeTransaction, type ChainBlock, type TronTransaction } from './block.ts'
import { BYTES_FEE, checkCall, readCall, RefusedByNode, runCall } from './calls.ts'

// The transactions that a node is sent, and the funds of accounts to pay for them.

/** The sun and the staked energy of accounts, and the price of energy (sun). */
function createAccounts() {
  const given = new Map<string, { sun: bigint; staked: bigint }>()
  const of = (address: string) => given.get(address) ?? { sun: 0n, staked: 0n }
  const accounts = {
    /** The price of a unit of energy (sun). */
    price: 100n,
    /** Gives an account TRX (sun), or energy. */
    give(address: string, { sun = 0n, staked = 0n }: { sun?: bigint; staked?: bigint }): void {
      const had = of(address)
      given.set(address, { sun: had.sun + sun, staked: had.staked + staked })
    },
    /** The sun and the staked energy of an account after some transactions. */
    after(transactions: readonly TronTransaction[], address: string): { sun: bigint; staked: bigint } {
      const { sun, staked } = of(address)
      const paid = transactions.filter(({ call }) => call?.owner === address)
      return { sun: paid.reduce((left, { fee = 0n }) => left - fee, sun), staked }
    },
  }
  return accounts
}

/** The pool of transactions that wait for a block of a chain. */
export function createPool(blocks: readonly ChainBlock[], mempool: Map<string, TronTransaction>) {
  /** The ids that a node remembers, whether it has taken them or not. */
  const seen = new Set<string>()
  const accounts = createAccounts()
  const before = (): TronTransaction[] => blocks.flatMap(({ transactions }) => transactions)
  return {
    accounts,
    /** Takes a signed transaction as a node does; returns its id. @throws RefusedByNode */
    async take(text: string): Promise<string> {
      const { txid, raw, call } = await readCall(text)
      // The id is noted before any other check, so that a transaction refused once is a duplicate afterwards.
      if (seen.has(txid)) throw new RefusedByNode('DUP_TRANSACTION_ERROR')
      seen.add(txid)
      checkCall(call, blocks)
      if (call.contract !== USDT) throw new RefusedByNode('CONTRACT_VALIDATE_ERROR')
      if (accounts.after(before(), call.owner).sun < BYTES_FEE) throw new RefusedByNode('BANDWITH_ERROR')
      mempool.set(txid, { ...makeTransaction([], 0), txid, raw, call })
      return txid
    },
    /** Loses a waiting transaction; `isKnown`: the node still remembers its id. */
    drop(txid: string, isKnown = false): void {
      mempool.delete(txid)
      if (!isKnown) seen.delete(txid)
    },
    /** Runs a transaction after those that a block has taken; undefined where it cannot be in that block. */
    run(one: TronTransaction, taken: readonly TronTransaction[]): TronTransaction | undefined {
      const { call } = one
      if (!call) return one
      try {
        checkCall(call, blocks)
      } catch (error) {
        if (error instanceof RefusedByNode) return undefined
        throw error
      }
      const all = [...before(), ...taken]
      // A chain has a transaction once.
      if (all.some(({ txid }) => txid === one.txid)) return undefined
      const [from, to] = [call.owner, call.to].map((address) => balanceAfter(all, call.contract, address))
      const { price } = accounts
      return { ...one, ...runCall(call, { ...accounts.after(all, call.owner), from: from!, to: to!, price }) }
    },
  }
}
