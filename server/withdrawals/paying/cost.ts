import { assetOf, isCoin } from '#contract/coins/assets.ts'
import type { Cost, PayingChain } from '../../chains/chain.ts'
import type { Tx } from '../../db/tables/tables.ts'
import { NETWORK_COSTS, outside } from '../../ledger/accounts.ts'
import { post } from '../../ledger/ledger.ts'

/** Posts what a network has taken of the market for a transaction. What is no coin of the ledger is not in it. */
export async function postCost(tx: Tx, chain: PayingChain, cause: string, { coin, amount }: Cost): Promise<void> {
  if (amount === 0n || !isCoin(coin)) return
  const asset = assetOf(coin, chain.test)
  await post(tx, cause, [
    { account: NETWORK_COSTS, asset, amount: -amount },
    { account: outside(chain.network), asset, amount },
  ])
}
