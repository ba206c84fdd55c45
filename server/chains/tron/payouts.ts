import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Coin } from '#contract/coins/assets.ts'
import type { SignedTransaction, Signer } from '../../signer/protocol/protocol.ts'
import { EXPIRES_MAX_MS, readTronPayout, VOID_MARGIN_MS } from '../../signer/protocol/tron-transaction.ts'
import type { Chain, Expiring, Fuel, PaidOut, PayingChain, SpentIn } from '../chain.ts'
import { ChainSettingsError } from '../real.ts'
import { askEnergyPrice, askFuel, BYTES_SUN } from './account.ts'
import { tronBytesOf, NOBODY } from '../networks/tron-address.ts'
import { readTronBalances, type TronReading } from './balances.ts'
import { askLast, type TronHeader } from './headers.ts'
import { askReceipt, isInBlock, TRANSFER, tronWait, type TronReceipt } from './lookup.ts'
import type { TronNetwork } from '../networks/tron-networks.ts'
import { askBalance, askTransferEnergy, nodeMessage } from './token.ts'

/** The energy that a transfer can take; a node that says another figure is not believed. */
const [ENERGY_LEAST, ENERGY_MAX] = [10_000n, 400_000n]

/** The energy that a transfer usually takes to an address without USDT, where the wallet has none to try it with. */
const ENERGY_USUAL = 130_000n

const SEND = '/wallet/broadcasthex'
const Sent = z.object({
  result: z.optional(z.boolean()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  txid: z.optional(z.string()),
})

/** Codes of a transaction that a node has or had, and of one whose time is over: another one is signed then. */
const NO_FAULT = ['DUP_TRANSACTION_ERROR', 'TRANSACTION_EXPIRATION_ERROR']

/** The wallet that the signer pays from, and what the market knows of its transactions. */
export interface TronWallet {
  network: TronNetwork
  /** In Base58Check, as the contract of USDT. */
  address: string
  usdt: string
  signer: Signer
  /** The transaction in a followed block that is one of these. */
  spentBy(wallet: string, spends: readonly string[]): Promise<SpentIn | undefined>
  /** The height of the followed block that has a transaction of the wallet. */
  spentAt(txid: string): Promise<number | undefined>
  /** The id of a followed block; undefined where it was not yet, or too long ago. */
  followedHash(height: number): Promise<string | undefined>
}

type Paying = Omit<PayingChain, keyof Chain>

/** The paying methods of Tron. */
export function tronPayouts(reading: TronReading, wallet: TronWallet): Paying {
  const { node, token } = reading
  const { address, usdt } = wallet
  const own = tronBytesOf(address)
  const receiptOf = (txid: string): Promise<TronReceipt | undefined> => askReceipt(node, 'wallet', txid)
  /** Whether a transaction has succeeded and moved the token. */
  const hasPaid = ({ receipt, log }: TronReceipt): boolean =>
    receipt?.result === 'SUCCESS' &&
    log.some((one) => one.address === token && one.topics?.[0] === TRANSFER && one.topics[1]?.slice(-40) === own)
  return {
    signer: { ...wallet.signer, about: () => aboutOf(wallet) },
    async usualRate() {
      const [price, energy] = await Promise.all([askEnergyPrice(node), askEnergy(reading, own)])
      // A contract that is used much may take a fifth more energy from one period of six hours to the next.
      return (price * energy * 5n) / 4n
    },
    costAt: (rate) => ({ coin: 'TRX', amount: rate }),
    async costOf(txid) {
      const receipt = await receiptOf(txid)
      return receipt && { coin: 'TRX', amount: BigInt(receipt.fee ?? 0) }
    },
    async broadcast(raw) {
      const { result, code = 'no code', message, txid } = await node.ask(SEND, { transaction: raw }, Sent)
      const expected = readTronPayout(raw)?.txid
      if (txid !== undefined && txid !== expected) throw node.wrong(SEND, `${expected} was taken for ${txid}`)
      if (!result && !NO_FAULT.includes(code)) throw node.wrong(SEND, `${code}: ${nodeMessage(message)}`)
    },
    async spentBy(spends) {
      const spent = await wallet.spentBy(address, spends)
      if (spent) return spent
      // In a block, but in none that was followed: as if it were in the last one, so that nothing is given back.
      for (const txid of spends)
        if (await receiptOf(txid)) return { height: (await askLast(node, 'wallet')).height, txid: undefined }
      return undefined
    },
    async paidAt(txid) {
      const receipt = await receiptOf(txid)
      if (!receipt) return tronWait(node, txid)
      const { blockNumber: height } = receipt
      // The block was read with all of its transactions.
      if ((await wallet.followedHash(height)) !== undefined && (await wallet.spentAt(txid)) !== height)
        throw node.wrong('/wallet/gettransactioninfobyid', `${txid} is not in block ${height}, as its receipt says`)
      return hasPaid(receipt) ? height : undefined
    },
    async hasFailed(txid) {
      const receipt = await receiptOf(txid)
      return receipt !== undefined && !hasPaid(receipt)
    },
    refuses: (to) => [address, usdt, NOBODY].includes(to),
    faultIn: async (signed, paid) => faultIn(signed, paid, wallet),
    wallet: {
      coins: ['USDT'],
      fuel: 'TRX',
      isOrdered: false,
      holds: (coin) => (coin === 'TRX' ? askFuel(node, own) : heldIn(reading, address)),
      needs: ({ amount }, rate) =>
        new Map<Coin | Fuel, bigint>([
          ['USDT', amount],
          ['TRX', rate + BYTES_SUN],
        ]),
    },
    expiring: expiringOn(reading, wallet),
  }
}

/**
 * The wallets and networks of the signer. @throws ChainSettingsError where it pays from another wallet, or another
 * token
 */
async function aboutOf({ signer, network, address, usdt }: TronWallet) {
  const about = await signer.about()
  const found = about.wallets?.tron
  if (found !== address)
    throw new ChainSettingsError(`The signer pays from ${found ?? 'no wallet'}, not from TRON_WALLET`)
  // The wallet is the same on all networks.
  const chain = about.chains?.tron
  if (chain?.genesis !== network.genesis || chain.usdt !== usdt)
    throw new ChainSettingsError('The signer has another Tron network or another USDT in its settings than the market')
  return about
}

/** The energy of a transfer to an address that nobody has used, which takes the most. @throws NodeError */
async function askEnergy({ node, token }: TronReading, own: string): Promise<bigint> {
  if ((await askBalance(node, token, own)) === 0n) return ENERGY_USUAL
  const energy = await askTransferEnergy(node, token, own, randomBytes(20).toString('hex'))
  if (energy < ENERGY_LEAST || energy > ENERGY_MAX)
    throw node.wrong('/walletsolidity/triggerconstantcontract', `a transfer would take ${energy} energy`)
  return energy
}

/** The units of the token in the wallet as of the last block. @throws NodeError where that was replaced meanwhile */
async function heldIn(reading: TronReading, address: string): Promise<bigint> {
  const { node } = reading
  const units = await readTronBalances(reading, [address], await askLast(node, 'wallet'))
  if (units === undefined) throw node.wrong('/wallet/getblock', 'the last block is another one than before')
  return units
}

/** How transactions expire. */
function expiringOn({ node }: TronReading, { spentAt, followedHash }: TronWallet): Expiring {
  /**
   * The last block that cannot be replaced any more; undefined where it was not followed yet.
   *
   * @throws NodeError where another one was followed at its height
   */
  const solid = async (): Promise<TronHeader | undefined> => {
    const last = await askLast(node, 'walletsolidity')
    const hash = await followedHash(last.height)
    if (hash !== undefined && hash !== last.hash)
      throw node.wrong('/walletsolidity/getblock', `block ${last.height} is another one than was followed`)
    return hash === undefined ? undefined : last
  }
  return {
    async block() {
      const last = await solid()
      if (!last) throw node.wrong('/walletsolidity/getblock', 'the block was not followed yet')
      return last.hash
    },
    until: (raw) => readTronPayout(raw)!.expiration,
    async isFinal(height) {
      const last = await solid()
      return last !== undefined && height <= last.height
    },
    async areVoid(txids, until) {
      const last = await solid()
      if (!last || last.timestamp < until + VOID_MARGIN_MS) return false
      for (const txid of txids) if ((await spentAt(txid)) !== undefined || (await isInBlock(node, txid))) return false
      return true
    },
  }
}

/** How a signed transaction differs from the payment that was asked for; undefined where it is that payment. */
function faultIn(
  { raw, txid, spends, rate }: SignedTransaction,
  { to, amount }: PaidOut,
  { address, usdt }: TronWallet,
): string | undefined {
  const read = readTronPayout(raw)
  if (!read) return 'it is no transfer of a token'
  if (read.txid !== txid) return `its id is ${read.txid}, not ${txid}`
  if (spends.join() !== txid) return `it spends ${spends.join(', ')}, not itself alone`
  if (read.from !== address || read.signer !== address) return `it is from ${read.from}, signed by ${read.signer}`
  if (read.token !== usdt || read.to !== to || read.amount !== amount) return 'it is another payment'
  if (read.feeLimit !== BigInt(rate)) return `it may burn ${read.feeLimit}, not ${rate}`
  const longest = read.expiration - read.timestamp
  return longest > EXPIRES_MAX_MS ? `it could be taken for ${longest / 1_000} s` : undefined
}
