import {
  encodeFunctionData,
  isAddressEqual,
  parseTransaction,
  recoverTransactionAddress,
  type Address,
  type Hex,
  type TransactionSerialized,
} from 'viem'
import { TOKEN, type EvmCoin } from '../../signer/protocol/evm-transaction.ts'

/** The call that a signed transaction has to make. */
interface Call {
  to: Address
  value: bigint
  data: Hex
}

/** A transaction as it has to be. `named`: the setting or the address that it is from. */
interface Expected extends Call {
  chainId: number
  from: Address
  named: string
  nonce: number
}

/** The call by which an amount of a coin gets to an address. */
export const transferOf = (coin: EvmCoin, { usdt, to, amount }: { usdt: Address; to: Address; amount: bigint }): Call =>
  coin === 'ETH'
    ? { to, value: amount, data: '0x' }
    : { to: usdt, value: 0n, data: encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [to, amount] }) }

/** How a signed transaction differs from what was asked for; undefined where it is that. */
export async function differenceIn(
  text: string,
  { chainId, from, named, nonce, to, value, data }: Expected,
): Promise<string | undefined> {
  const raw = text as TransactionSerialized
  const signed = parseTransaction(raw)
  const signer = await recoverTransactionAddress({ serializedTransaction: raw })
  if (!isAddressEqual(signer, from)) return `it is from ${signer}, not from ${named}`
  if (signed.chainId !== chainId) return `it is for chain ${signed.chainId}`
  if ((signed.nonce ?? 0) !== nonce) return `its nonce is ${signed.nonce ?? 0}, not ${nonce}`
  const isSame =
    signed.to !== null &&
    signed.to !== undefined &&
    isAddressEqual(signed.to, to) &&
    (signed.value ?? 0n) === value &&
    (signed.data ?? '0x') === data
  return isSame ? undefined : 'it is another payment'
}
