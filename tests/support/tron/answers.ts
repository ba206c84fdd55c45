import { OTHER_TOKEN, ROUTER, TRANSFER, USDT, type ChainBlock, type Moved, type TronTransaction } from './block.ts'
import { ENERGY, RefusedByNode } from './calls.ts'
import type { TronChain } from './chain.ts'

// The answers of a node, in the forms that java-tron's documentation shows. Addresses are in hexadecimal, and what is
// zero or empty is left out.

const word = (hex: string): string => hex.padStart(64, '0')

const logOf = ({ token = USDT, from, to, amount }: Moved & { from: string }) => ({
  address: token,
  topics: [TRANSFER, word(from), word(to)],
  data: word(amount.toString(16)),
})

/** A header, and with `detail` the transactions. */
export const blockOf = ({ id, height, parent, header, transactions }: ChainBlock, detail: boolean) => ({
  blockID: id,
  block_header: {
    raw_data: {
      ...(height > 0 && { number: height, timestamp: header.timestamp, version: header.version }),
      txTrieRoot: header.txTrieRoot,
      parentHash: parent,
      witness_address: header.witness_address,
    },
    witness_signature: '00'.repeat(65),
  },
  ...(detail && transactions.length > 0 && { transactions: transactions.map((one) => transactionOf(one, height > 0)) }),
})

/** A transaction; the first ones of a network have no result. */
export const transactionOf = ({ txid, raw, type, contract, result, call }: TronTransaction, hasResult: boolean) => ({
  ...(hasResult && { ret: [{ contractRet: result }], signature: ['11'.repeat(65)] }),
  txID: txid,
  raw_data: {
    contract: [
      {
        parameter: {
          value: { owner_address: `41${call?.owner ?? '00'.repeat(20)}`, contract_address: `41${contract}` },
          type_url: `type.googleapis.com/protocol.${type}`,
        },
        type,
      },
    ],
    timestamp: 1_700_000_000_000,
  },
  raw_data_hex: raw.toString('hex'),
})

/** The receipt of a transaction in a block. A node may show logs of one that failed, too. */
export const receiptOf = (
  { height, header }: ChainBlock,
  { txid, type, contract, result, moves, fee = 345_000n }: TronTransaction,
) => ({
  id: txid,
  fee: Number(fee),
  blockNumber: height,
  blockTimeStamp: header.timestamp,
  contractResult: [''],
  ...(result !== 'SUCCESS' && { result: 'FAILED', resMessage: '524556455254' }),
  ...(type === 'TransferContract'
    ? { receipt: { net_usage: 268 } }
    : { contract_address: `41${contract}`, receipt: { energy_usage_total: 31_895, result } }),
  ...(moves.length > 0 && { log: moves.map((move) => logOf({ from: 'd4'.repeat(20), ...move })) }),
})

/** A call of a contract that changes nothing, as of a block. */
export function called(
  chain: TronChain,
  { height }: ChainBlock,
  { owner_address, contract_address, function_selector, parameter = '' }: Record<string, string>,
) {
  const token = contract_address!.slice(2)
  const refused = (message: string) => ({
    result: { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from(message).toString('hex') },
  })
  const answer = (value: bigint) => ({
    result: { result: true },
    energy_used: 935,
    constant_result: [word(value.toString(16))],
    transaction: { ret: [{}], txID: '0'.repeat(64) },
  })
  // With a word, as an error of its own may have one.
  const reverted = {
    result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
    constant_result: [word('6')],
    transaction: { ret: [{ ret: 'FAILED' }] },
  }
  if (token === ROUTER) return reverted
  if (token !== USDT && token !== OTHER_TOKEN) return refused('Smart contract is not exist.')
  if (function_selector === 'decimals()') return answer(token === USDT ? 6n : 18n)
  const [first, amount] = [parameter.slice(24, 64), BigInt(`0x${parameter.slice(64) || '0'}`)]
  if (function_selector === 'balanceOf(address)') return answer(chain.balanceAt(height, token, first))
  if (chain.balanceAt(height, token, owner_address!.slice(2)) < amount) return reverted
  const energy = chain.balanceAt(height, token, first) > 0n ? ENERGY.known : ENERGY.fresh
  // As Tether's contract, which returns nothing it says.
  return { ...answer(0n), energy_used: Number(energy), energy_penalty: Number(energy) - 29_650 }
}

/** An account as of a block: its TRX, and when it has sent a transaction last. */
export function accountOf(chain: TronChain, { height }: ChainBlock, { address = '' }: Record<string, string>) {
  const [owner, blocks] = [address.slice(2), chain.blocks.slice(0, height + 1)]
  const { sun } = chain.accounts.after(
    blocks.flatMap(({ transactions }) => transactions),
    owner,
  )
  const last = blocks.findLast(({ transactions }) => transactions.some(({ call }) => call?.owner === owner))
  if (sun === 0n && !last) return {}
  return {
    ...{ address, create_time: 1_700_000_000_000, account_resource: {} },
    ...(sun > 0n && { balance: Number(sun) }),
    ...(last && { latest_opration_time: chain.blocks[last.height - 1]!.header.timestamp }),
  }
}

/** The energy and the bandwidth of an account. */
export function resourcesOf(chain: TronChain, { address = '' }: Record<string, string>) {
  const { staked } = chain.accounts.after([], address.slice(2))
  return { freeNetLimit: 600, TotalEnergyLimit: 180_000_000_000, ...(staked > 0n && { EnergyLimit: Number(staked) }) }
}

/** The parameters of the network; some have no value. */
export const parametersOf = ({ accounts: { price } }: TronChain) => ({
  chainParameter: [
    { key: 'getTransactionFee', value: 1_000 },
    { key: 'getRemoveThePowerOfTheGr', value: -1 },
    { key: 'getAllowUpdateAccountName' },
    { key: 'getEnergyFee', value: Number(price) },
    { key: 'getTotalEnergyLimit', value: 180_000_000_000 },
  ],
})

/** Takes a signed transaction, and answers as java-tron's BroadcastHexServlet does. */
export async function broadcast(chain: TronChain, { transaction = '' }: Record<string, string>) {
  try {
    const txid = await chain.take(transaction)
    return { result: true, code: 'SUCCESS', message: '', txid, transaction: '{}' }
  } catch (error) {
    if (!(error instanceof RefusedByNode)) return { Error: `class java.lang.Exception : ${String(error)}` }
    return { result: false, code: error.code, message: `Error: ${error.code}.`, transaction: '{}' }
  }
}
