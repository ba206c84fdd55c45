import {
  isAddressEqual,
  parseEventLogs,
  parseTransaction,
  recoverTransactionAddress,
  zeroAddress,
  type Address,
  type Hex,
  type TransactionReceipt,
  type TransactionSerialized,
} from 'viem'
import {
  estimateMaxPriorityFeePerGas,
  getBalance,
  getBlock,
  getBlockNumber,
  getTransactionCount,
  readContract,
  sendRawTransaction,
} from 'viem/actions'
import type { Coin } from '#contract/coins/assets.ts'
import { EVM_GAS, isEvmCoin, TOKEN, usualRate, type EvmCoin } from '../../signer/protocol/evm-transaction.ts'
import type { Signer } from '../../signer/protocol/protocol.ts'
import type { Chain, PayingChain, SpentIn } from '../chain.ts'
import type { EvmReading } from './blocks.ts'
import { differenceIn, transferOf } from './signed.ts'
import { receiptOf, evmWait } from './transactions.ts'
import { ChainSettingsError } from '../real.ts'

/** The gas that a payment usually takes; of USDT, to an address that holds none yet. */
export const USUAL_GAS: Readonly<Record<EvmCoin, bigint>> = { ETH: 21_000n, USDT: 65_000n }

/** The wallet that the signer pays from, and the heights of its transactions in followed blocks. */
export interface EvmWallet {
  chainId: number
  address: Address
  signer: Signer
  /** The transaction in a followed block that has used a nonce. */
  spentBy(wallet: Address, spends: readonly string[]): Promise<SpentIn | undefined>
}

type Paying = Omit<PayingChain, keyof Chain>

/** The paying methods of Ethereum. */
export const evmPayouts = ({ node, usdt }: EvmReading, wallet: EvmWallet): Paying => ({
  signer: {
    ...wallet.signer,
    async about() {
      const about = await wallet.signer.about()
      const found = about.wallets?.ethereum
      if (found === undefined || !isAddressEqual(found as Address, wallet.address))
        throw new ChainSettingsError(`The signer pays from ${found ?? 'no wallet'}, not from ETHEREUM_WALLET`)
      // Noticed later, its transactions would have used nonces, and those after them would wait for ever.
      const chain = about.chains?.ethereum
      if (chain?.id !== wallet.chainId || !isAddressEqual(chain.usdt as Address, usdt))
        throw new ChainSettingsError('The signer has another chain or another USDT in its settings than the market')
      return about
    },
  },
  async usualRate() {
    const [{ baseFeePerGas }, priority] = await Promise.all([
      getBlock(node, { blockTag: 'latest' }),
      estimateMaxPriorityFeePerGas(node),
    ])
    return usualRate(baseFeePerGas ?? 0n, priority)
  },
  costAt: (rate, coin) => ({ coin: 'ETH', amount: USUAL_GAS[evmCoin(coin)] * rate }),
  async costOf(txid) {
    const receipt = await receiptOf(node, `0x${txid}`)
    return receipt && { coin: 'ETH', amount: receipt.gasUsed * receipt.effectiveGasPrice }
  },
  async broadcast(raw) {
    try {
      await sendRawTransaction(node, { serializedTransaction: raw as Hex })
    } catch (error) {
      // Nodes differ in their words for a transaction that they have, or that another one has made void.
      const { nonce = 0 } = parseTransaction(raw as TransactionSerialized)
      const address = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
      if ((await getTransactionCount(node, { address, blockTag: 'pending' })) <= nonce) throw error
    }
  },
  async spentBy(spends) {
    const spent = await wallet.spentBy(wallet.address, spends)
    if (spent) return spent
    // Used, but in no block that was followed: as if it were in the last one, so that nothing is given back.
    const count = await getTransactionCount(node, { address: wallet.address, blockTag: 'latest' })
    return count > nonceIn(spends) ? { height: Number(await getBlockNumber(node)), txid: undefined } : undefined
  },
  async paidAt(txid) {
    const receipt = await receiptOf(node, `0x${txid}`)
    if (!receipt) return evmWait(node, `0x${txid}`)
    return hasPaid(receipt, usdt) ? Number(receipt.blockNumber) : undefined
  },
  async hasFailed(txid) {
    const receipt = await receiptOf(node, `0x${txid}`)
    return receipt !== undefined && !hasPaid(receipt, usdt)
  },
  refuses: (address) => [usdt, wallet.address, zeroAddress].some((one) => isAddressEqual(one, address as Address)),
  faultIn: async ({ raw, spends }, { coin, to, amount }) =>
    differenceIn(raw, {
      ...{ chainId: wallet.chainId, from: wallet.address, named: 'ETHEREUM_WALLET', nonce: nonceIn(spends) },
      ...transferOf(evmCoin(coin), { usdt, to: to as Address, amount }),
    }),
  wallet: {
    coins: ['USDT', 'ETH'],
    isOrdered: true,
    async holds(coin) {
      const { address } = wallet
      if (coin === 'ETH') return getBalance(node, { address })
      return readContract(node, { address: usdt, abi: TOKEN, functionName: 'balanceOf', args: [address] })
    },
    // A node takes a transaction only if the wallet could pay for all of its gas.
    needs({ coin, amount }, rate) {
      const gas = EVM_GAS[evmCoin(coin)] * rate
      const tokens = [
        ['USDT', amount],
        ['ETH', gas],
      ] as const
      return new Map<Coin, bigint>(coin === 'ETH' ? [['ETH', amount + gas]] : tokens)
    },
  },
})

/** The nonce of a transaction by what it spends. */
export const nonceIn = ([nonce]: readonly string[]): number => Number(nonce)

/** @throws Error for a coin that Ethereum does not move */
export function evmCoin(coin: Coin): EvmCoin {
  if (!isEvmCoin(coin)) throw new Error(`Ethereum moves no ${coin}`)
  return coin
}

/** Whether a transaction has succeeded, and has moved the token of its sender where it is a call of that. */
function hasPaid({ status, from, to, logs }: TransactionReceipt, usdt: Address): boolean {
  if (status !== 'success') return false
  if (to === null || !isAddressEqual(to, usdt)) return true
  return parseEventLogs({ abi: TOKEN, eventName: 'Transfer', logs }).some(
    ({ address, args }) => isAddressEqual(address, usdt) && isAddressEqual(args.from, from),
  )
}
