import {
  OTHER_TOKEN,
  ROUTER,
  TRANSFER,
  USDT,
  type ChainBlock,
  type Moved,
  type TronChain,
  type TronTransaction,
} from './tron-chain.ts'

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
export const transactionOf = ({ txid, raw, type, contract, result }: TronTransaction, hasResult: boolean) => ({
  ...(hasResult && { ret: [{ contractRet: result }], signature: ['11'.repeat(65)] }),
  txID: txid,
  raw_data: {
    contract: [
      {
        parameter: {
          value: { owner_address: `41${'00'.repeat(20)}`, contract_address: `41${contract}` },
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
  { txid, type, contract, result, moves }: TronTransaction,
) => ({
  id: txid,
  fee: 345_000,
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
  { contract_address, function_selector, parameter = '' }: Record<string, string>,
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
  // A contract that fails with a word, as an error of its own may have one.
  if (token === ROUTER)
    return {
      result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') },
      constant_result: [word('6')],
      transaction: { ret: [{ ret: 'FAILED' }] },
    }
  if (token !== USDT && token !== OTHER_TOKEN) return refused('Smart contract is not exist.')
  if (function_selector === 'decimals()') return answer(token === USDT ? 6n : 18n)
  return answer(chain.balanceAt(height, token, parameter.slice(-40)))
}
