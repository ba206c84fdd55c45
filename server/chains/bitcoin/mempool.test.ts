import { expect, it } from 'vitest'
import { createMempool, type Watched } from './mempool.ts'
import type { BitcoinNode } from './node.ts'
import { NodeError } from '../real.ts'

const txid = (n: number): string => n.toString(16).padStart(64, '0')
const watched = (count: number, more: Partial<Watched> = {}): Watched[] =>
  Array.from({ length: count }, (_, n) => ({ address: `bcrt1q${n}`, waiting: [], isReplaced: false, ...more }))

/** A node that answers with `found` of each address, and lists what it was asked for. */
function nodeOf(found: (address: string) => readonly object[] | Error) {
  const asked: string[] = []
  const node = {
    json: async (path: string, schema: { parse(value: unknown): unknown }) => {
      const address = path.split('/')[2]!
      asked.push(address)
      const answer = found(address)
      if (answer instanceof Error) throw answer
      return schema.parse(answer)
    },
  } as unknown as BitcoinNode
  return { asked, pending: createMempool(node) }
}

const paying = (to: string, n = 1) => ({
  txid: txid(n),
  vout: [{ value: 5 }, { scriptpubkey_address: to, value: 700 }],
})

it('asks for a few addresses in each round, each in its turn, and for all that a reorganisation has replaced', async () => {
  const { asked, pending } = nodeOf(() => [])
  for (let round = 0; round < 3; round++) await pending(watched(10))
  expect(asked.toSorted()).toEqual([...watched(10).map(({ address }) => address), 'bcrt1q0', 'bcrt1q1'].toSorted())
  asked.length = 0
  await pending([...watched(10), ...watched(20, { isReplaced: true }).slice(10)])
  expect(asked).toHaveLength(14)
})

it('keeps what is stored of addresses that it does not ask for, and of those that it cannot read whole', async () => {
  const waiting = (n: number) => [{ txid: txid(90 + n), index: 0, to: `bcrt1q${n}`, coin: 'BTC' as const, amount: 3n }]
  const all = watched(6).map((one, n) => ({ ...one, waiting: waiting(n) }))
  const { pending } = nodeOf((to) => (to === 'bcrt1q0' ? Array.from({ length: 50 }, (_, n) => paying(to, n)) : []))
  // The first has too many, the next three have none any more, the others are not asked for.
  expect((await pending(all)).map(({ to }) => to)).toEqual(['bcrt1q0', 'bcrt1q4', 'bcrt1q5'])
  const away = nodeOf(() => new NodeError('away'))
  expect(await away.pending(all)).toHaveLength(6)
  expect(away.asked).toHaveLength(1)
})

it('takes the outputs of a transaction that pay to the address', async () => {
  const { pending } = nodeOf((to) => [paying(to), paying('bcrt1qother', 2)])
  expect(await pending(watched(1))).toEqual([{ txid: txid(1), index: 1, to: 'bcrt1q0', coin: 'BTC', amount: 700n }])
})

it('takes a transfer once, whatever a node says', async () => {
  const { pending } = nodeOf((to) => [paying(to)])
  expect(await pending(watched(3))).toHaveLength(1)
})
