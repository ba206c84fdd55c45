import { encodeFunctionData, isAddressEqual, keccak256, recoverAddress, serializeTransaction } from 'viem'
import type { Address, Hex, Signature, TransactionSerializableEIP1559 } from 'viem'
import type { EvmChain } from '../config/config.ts'
import { EVM_GAS, evmFees, isEvmCoin, TOKEN } from '../protocol/evm-transaction.ts'
import type { SimulatedTransaction } from '../protocol/simulated.ts'

/** The key of one address: derived from the seed, or inside a device that never shows it. */
export interface EvmKey {
  address: Address
  /** Signs the hash of a transaction, with `s` in the lower half (EIP-2). */
  sign(digest: Hex): Promise<Signature>
}

/** A payment on an Ethereum network; amount in units, rate in wei per gas. */
interface EvmPayment extends Pick<SimulatedTransaction, 'to' | 'coin' | 'amount' | 'nonce' | 'rate'> {
  /** The gas that it may use; that of a withdrawal where there is none. */
  gas?: bigint
  /** Data that goes with ether. */
  data?: Hex
}

/** Writes and signs the transaction of a payment. @throws Error where the key signs wrongly */
export async function signEvm(
  chain: EvmChain,
  key: EvmKey,
  payment: EvmPayment,
): Promise<{ txid: string; raw: string }> {
  const unsigned = unsignedOf(chain, payment)
  const digest = keccak256(serializeTransaction(unsigned))
  const signature = await key.sign(digest)
  // No node would take it, and its nonce would block all payments after it.
  if (!isAddressEqual(await recoverAddress({ hash: digest, signature }), key.address))
    throw new Error(`The key of ${key.address} has made a signature that is not its own.`)
  const raw = serializeTransaction(unsigned, signature)
  return { txid: keccak256(raw).slice(2), raw }
}

function unsignedOf({ id, usdt }: EvmChain, { to, coin, amount, nonce, rate, gas, data }: EvmPayment) {
  if (!isEvmCoin(coin)) throw new Error(`Ethereum moves no ${coin}`)
  const call =
    coin === 'ETH'
      ? { to: to as Address, value: amount, ...(data && { data }) }
      : {
          to: usdt,
          value: 0n,
          data: encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [to as Address, amount] }),
        }
  const fees = { gas: gas ?? EVM_GAS[coin], ...evmFees(rate) }
  return { type: 'eip1559', chainId: id, nonce, ...fees, ...call } satisfies TransactionSerializableEIP1559
}
