import { ChainSettingsError, NodeError, type RealChain, type RealNetworks } from '../chains/real.ts'
import { tronId } from '../chains/networks/tron-networks.ts'
import type { Db } from '../db/tables/tables.ts'
import { SignerAwayError, type Signer } from '../signer/protocol/protocol.ts'
import { checkAddresses, knownAddresses } from './addresses.ts'
import { followedHash } from './follow.ts'
import { spending, spentAt, spentBy, sweptAddresses } from './spent.ts'
import { waitingTransfers, watchedAddresses } from './watched.ts'

/**
 * Opens the real chains of a market, each with its library.
 *
 * @throws ChainSettingsError where real coins and test coins would meet
 */
export async function openReal(
  db: Db,
  { ethereum, bitcoin, tron }: RealNetworks,
  signer: Signer | undefined,
): Promise<readonly RealChain[]> {
  const chains: RealChain[] = []
  if (ethereum) {
    const { evmChain, evmId } = await import('../chains/ethereum/chain.ts')
    const id = evmId(ethereum.chainId)
    const ours = (addresses: readonly string[]) => knownAddresses(db, id, addresses)
    const spent = (wallet: string, spends: readonly string[]) => spentBy(db, { chain: id, wallet, spends })
    const swept = () => sweptAddresses(db, id)
    chains.push(evmChain(ethereum, { ours, swept, spentBy: spent }, signer))
  }
  if (bitcoin) {
    const { bitcoinChain, bitcoinId } = await import('../chains/bitcoin/chain.ts')
    const id = bitcoinId(bitcoin.network)
    const ours = (addresses: readonly string[]) => knownAddresses(db, id, addresses)
    const store = {
      ours,
      watched: (replaced: number) => watchedAddresses(db, id, replaced),
      spentBy: (wallet: string, spends: readonly string[]) => spentBy(db, { chain: id, wallet, spends }),
      spentAt: (txid: string) => spentAt(db, id, txid),
      spending: () => spending(db, id),
    }
    chains.push(bitcoinChain(bitcoin, store, signer))
  }
  if (tron) {
    const { tronChain } = await import('../chains/tron/chain.ts')
    const id = tronId(tron.network)
    const store = {
      waiting: (replaced: number) => waitingTransfers(db, id, replaced),
      spentBy: (wallet: string, spends: readonly string[]) => spentBy(db, { chain: id, wallet, spends }),
      spentAt: (txid: string) => spentAt(db, id, txid),
      followedHash: (height: number) => followedHash(db, id, height),
    }
    chains.push(tronChain(tron, store, signer))
  }
  if (chains.some(({ chain }) => chain.test !== chains[0]!.chain.test))
    throw new ChainSettingsError(
      `Real coins and test coins never meet: ${chains.map(({ chain }) => chain.id).join(' and ')} are not both real`,
    )
  return chains
}

/**
 * Compares real chains with the addresses that people have, and with their nodes.
 *
 * @throws ChainSettingsError where they differ, or the market has demo accounts; NodeError where nodes do not answer
 */
export async function checkReal(db: Db, chains: readonly RealChain[]): Promise<void> {
  if (chains.length === 0) return
  if (await hasDemoAccounts(db))
    throw new ChainSettingsError('This market has demo accounts, whose passwords are public: it takes no real coins')
  for (const one of chains) await checkAddresses(db, one)
  const away: NodeError[] = []
  for (const { check } of chains)
    await check().catch((error: unknown) => {
      // The settings of the others are compared all the same.
      if (!(error instanceof NodeError)) throw error
      away.push(error)
    })
  if (away.length > 0) throw new NodeError(away.map(({ message }) => message).join('; '))
  for (const { paying } of chains)
    await paying?.signer.about().catch((error: unknown) => {
      // It may be started later, and is asked before each payment.
      if (!(error instanceof SignerAwayError)) throw error
    })
}

const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('demo', '=', true).executeTakeFirst()) !== undefined
