import { expect, it } from 'vitest'
import { script, transaction } from '../../../tests/support/bitcoin/made-transactions.ts'
import { genesis } from '../../../tests/support/bitcoin/raw-block.ts'
import { createOutputs, bitcoinHeightOf, rawTransactionOf } from './lookup.ts'
import type { BitcoinNode } from './node.ts'
import { NodeError } from '../real.ts'

/** A node that has some transactions, and the paths that it was asked for. */
function nodeWith(transactions: ReadonlyMap<string, Uint8Array>): { node: BitcoinNode; asked: string[] } {
  const asked: string[] = []
  const idIn = (path: string): string => path.split('/')[2]!
  const node: BitcoinNode = {
    hash: async () => undefined,
    json: async (_path, schema) => schema.parse({ confirmed: false }),
    async raw(path) {
      asked.push(path)
      const found = transactions.get(idIn(path))
      return found && Buffer.from(found)
    },
    post: async () => undefined,
    wrong: (path, text) => new NodeError(`${path}: ${text}`, true),
  }
  return { node, asked }
}

it('an output is read from the bytes of its transaction, and from no other’s', async () => {
  const [one, other] = [transaction({ outputs: [script(1), script(2)] }), transaction()]
  const { node } = nodeWith(
    new Map([
      [one.id, one.raw],
      [other.id, one.raw],
    ]),
  )
  const outputOf = createOutputs(node)
  expect(await outputOf(`${one.id}:1`)).toEqual({ script: Uint8Array.from(script(2)), amount: 1_001n, isNew: false })
  expect(await outputOf(`${one.id}:2`)).toBeUndefined()
  await expect(outputOf(`${other.id}:0`)).rejects.toThrow('that is another transaction')
  await expect(outputOf(`${'0'.repeat(64)}:0`)).rejects.toThrow('there is no such transaction')
  const [coinbase] = genesis().transactions
  const first = createOutputs(nodeWith(new Map([[coinbase!.id, coinbase!.raw]])).node)
  expect(await first(`${coinbase!.id}:0`)).toMatchObject({ amount: 5_000_000_000n, isNew: true })
})

it('a transaction that a node shows under another’s id is neither waiting nor unknown: the node is wrong', async () => {
  const [one, other] = [transaction(), transaction()]
  const { node } = nodeWith(
    new Map([
      [one.id, one.raw],
      [other.id, one.raw],
      ['f'.repeat(64), Buffer.from('00', 'hex')],
    ]),
  )
  expect([await bitcoinHeightOf(node, one.id), await bitcoinHeightOf(node, '0'.repeat(64))]).toEqual([null, undefined])
  for (const id of [other.id, 'f'.repeat(64)]) {
    await expect(bitcoinHeightOf(node, id)).rejects.toThrow('that is another transaction')
    await expect(rawTransactionOf(node, id)).rejects.toThrow(NodeError)
  }
})

it('the last 1,000 outputs are remembered, and those before are asked for again', async () => {
  const all = Array.from({ length: 1_001 }, () => transaction())
  const { node, asked } = nodeWith(new Map(all.map(({ id, raw }) => [id, raw])))
  const read = createOutputs(node)
  for (const { id } of all) await read(`${id}:0`)
  expect(asked).toHaveLength(1_001)
  await read(`${all.at(-1)!.id}:0`)
  await read(`${all[1]!.id}:0`)
  expect(asked).toHaveLength(1_001)
  await read(`${all[0]!.id}:0`)
  expect(asked).toHaveLength(1_002)
})
