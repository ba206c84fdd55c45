import { isAddressEqual, parseTransaction, type Address, type TransactionSerializedEIP1559 } from 'viem'
import { getBalance, getBlockNumber, getCode, getTransactionCount, readContract } from 'viem/actions'
import { assetOf, type Coin } from '#contract/coins/assets.ts'
import { ETHEREUM_MAIN } from '#contract/coins/networks.ts'
import {
  arriving,
  GAS_MARK,
  GAS_TRANSFER,
  gasFor,
  PLAIN_GAS,
  SWEEP_GAS,
  SWEEP_GAS_MAX,
  TOKEN,
} from '../../signer/protocol/evm-transaction.ts'
import type { SignedTransaction } from '../../signer/protocol/protocol.ts'
import type { EvmReading } from './blocks.ts'
import { evmCoin, nonceIn, USUAL_GAS, type EvmWallet } from './payouts.ts'
import { differenceIn, transferOf } from './signed.ts'
import { ChainSettingsError } from '../real.ts'
import type { SweepDestination, GasSending, Sweepable, Sweeping, SweepOf } from '../chain.ts'

// Collecting on Ethereum. Ether leaves an address with its price taken off; a token needs ether there, which the paying
// wallet sends first. What is left of that stays at the address for the next time.

/** The wallet with its signer, whose settings were compared, and the market's own addresses. */
interface Parts extends EvmWallet {
  own: readonly string[]
}

/** The collecting methods of Ethereum. */
export function evmSweeping({ node, usdt }: EvmReading, parts: Parts): Sweeping {
  const { chainId, address: wallet, signer, spentBy, own } = parts
  const asset = (coin: Coin) => assetOf(coin, chainId !== ETHEREUM_MAIN)
  const ether = (address: string): Promise<bigint> => getBalance(node, { address: address as Address })
  return {
    coins: ['USDT', 'ETH'],
    async destination(): Promise<SweepDestination | undefined> {
      const found = (await signer.about()).sweeps?.ethereum
      if (!found) return undefined
      const address = own.find((one) => isAddressEqual(one as Address, found.to as Address))
      if (address === undefined)
        throw new ChainSettingsError(
          `The signer collects deposits to ${found.to}, which is neither ETHEREUM_WALLET nor one of ETHEREUM_RESERVES`,
        )
      const gas = BigInt(found.gas)
      // Its transactions would fail, and cost their gas.
      if (gas === PLAIN_GAS && (await getCode(node, { address: found.to as Address })) !== undefined)
        throw new ChainSettingsError(`${address} is a contract: set ethereum.sweeps.gas of the signer to what it uses`)
      return { address, isWallet: isAddressEqual(found.to as Address, wallet), gas }
    },
    async sweepable({ address: text }, coin, { rate, to }): Promise<Sweepable | undefined> {
      const address = text as Address
      const [has, nonce] = await Promise.all([
        ether(address),
        getTransactionCount(node, { address, blockTag: 'latest' }),
      ])
      const spends = [String(nonce)]
      if (evmCoin(coin) === 'ETH') {
        const price = to.gas * rate
        return has > price ? { amount: has, cost: { coin: 'ETH', amount: price }, spends, gas: 0n } : undefined
      }
      const amount = await readContract(node, {
        ...{ address: usdt, abi: TOKEN, functionName: 'balanceOf' },
        args: [address],
      })
      if (amount === 0n) return undefined
      const gas = has >= SWEEP_GAS * rate ? 0n : gasFor(rate) - has
      const price = USUAL_GAS.USDT * rate + (gas > 0n ? PLAIN_GAS * rate : 0n)
      return { amount, cost: { coin: 'ETH', amount: price }, spends, gas }
    },
    sign: ({ id, index, address: from, coin, amount, spends, to }, rate) =>
      signer.sweep({
        ...{ id, network: 'ethereum', asset: asset(coin), index, from, to },
        ...{ amount: String(amount), rate: String(rate), spends: [...spends] },
      }),
    faultIn: (signed, sweep) => faultIn(signed, sweep, { chainId, usdt }),
    mostRate: async ({ address, coin }) => (evmCoin(coin) === 'ETH' ? undefined : (await ether(address)) / SWEEP_GAS),
    async spentBy({ address }, spends) {
      const spent = await spentBy(address as Address, spends)
      if (spent) return spent
      // Used, but in no block that was followed: as if it were in the last one, so that nothing is ended for it.
      const count = await getTransactionCount(node, { address: address as Address, blockTag: 'latest' })
      return count > nonceIn(spends) ? { height: Number(await getBlockNumber(node)), txid: undefined } : undefined
    },
    gas: {
      coin: 'ETH',
      needs: (amount, rate) => amount + GAS_TRANSFER * rate,
      sign: ({ id, index, address: to, amount }, rate) =>
        signer.gas({
          ...{ id, network: 'ethereum', asset: asset('ETH'), index, to },
          ...{ amount: String(amount), rate: String(rate) },
        }),
      faultIn: async ({ raw, spends }, { address, amount }) =>
        differenceIn(raw, {
          ...{ chainId, from: wallet, named: 'ETHEREUM_WALLET', nonce: nonceIn(spends) },
          ...{ to: address as Address, value: amount, data: GAS_MARK },
        }),
    } satisfies GasSending,
  }
}

/** How a signed transaction differs from a sweep. */
async function faultIn(
  { raw, spends, rate }: SignedTransaction,
  { address: from, coin, amount, to }: SweepOf,
  { chainId, usdt }: { chainId: number; usdt: Address },
): Promise<string | undefined> {
  const { gas = 0n, maxFeePerGas } = parseTransaction(raw as TransactionSerializedEIP1559)
  if (maxFeePerGas !== BigInt(rate)) return `it pays ${maxFeePerGas} for a unit of gas, not ${rate}`
  if (gas > SWEEP_GAS_MAX) return `it may use ${gas} gas`
  const left = arriving(evmCoin(coin), amount, { gas, rate: BigInt(rate) })
  if (left <= 0n) return 'it leaves nothing of the amount'
  return differenceIn(raw, {
    ...{ chainId, from: from as Address, named: from, nonce: nonceIn(spends) },
    ...transferOf(evmCoin(coin), { usdt, to: to as Address, amount: left }),
  })
}
