import { expect, it } from 'vitest'
import { HeaderOnly, readHeader } from './headers.ts'
import type { TronNode } from './node.ts'

// Headers of real networks, as public documents show them: java-tron's documentation of getblock and getnowblock
// (Nile), and TronWeb's of getBlock (the main network, and the first block of Shasta).

const published = [
  {
    blockID: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
    number: 66_987_565,
    txTrieRoot: 'faf8fe3858339ead25cc892461c82a59b84dca4a51c45b026676bf3f45a352a2',
    witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
    parentHash: '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed',
    version: 34,
    timestamp: 1_777_445_121_000,
  },
  {
    blockID: '0000000003fe266bf6b6d392f654dc2e5011601546ed04623d9fcc4e9d439a25',
    number: 66_987_627,
    txTrieRoot: 'f8156964cc3e5793a368f938a18ea45c02bd48fe3a412f7091ce8d9ef56df174',
    witness_address: '41e7860196ad5b5718c1d6326babab039b70b8c1cd',
    parentHash: '0000000003fe266a65d5194c947f6f7a059d4646c8e9a5293226bc7fdcfc775e',
    version: 34,
    timestamp: 1_777_445_307_000,
  },
  {
    blockID: '00000000006acfc007dc3ec1d8022c1388268ce7bbd836015558103ee4fb75b5',
    number: 7_000_000,
    txTrieRoot: '16b4b520748c59e5bfdd1b61ca596d74f9bf3df836c359e36a6528ffa5fb2cdb',
    witness_address: '414d1ef8673f916debb7e2515a8f3ecaf2611034aa',
    parentHash: '00000000006acfbf335be34db135169d9e632d5e464f1573c5980152acf45cb3',
    version: 6,
    timestamp: 1_551_102_291_000,
  },
  {
    blockID: '000000000000303987c7c8ab3f5967c107a619fa47819940597e9938811a1764',
    number: 12_345,
    txTrieRoot: '0'.repeat(64),
    witness_address: '414b4778beebb48abe0bc1df42e92e0fe64d0c8685',
    parentHash: '0000000000003038c0a3aa1806236bc5b281633728b5fe8a14a51062522e651d',
    timestamp: 1_529_928_585_000,
  },
  {
    blockID: '0000000000000000de1aa88295e1fcf982742f773e0419c5a9c134c994a9059e',
    txTrieRoot: 'ea97ca7ac977cf2765093fa0e4732e561dc4ff8871c17e35fd2bcabb8b5f821d',
    witness_address: `41${Buffer.from(
      ' new system must allow existing systems to be linked together without requiring any central control or coordination',
    ).toString('hex')}`,
    parentHash: '957dc2d350daecc7bb6a38f3938ebde0a0c1cedafe15f0edae4256a2907449f6',
  },
].map(({ blockID, ...raw_data }) => ({ blockID, block_header: { raw_data } }))

const node = { wrong: (path: string, text: string) => new Error(`${path}: ${text}`) } as unknown as TronNode
const read = (block: unknown) => readHeader(node, '/path', HeaderOnly.parse(block))

it('makes the ids of published headers from their fields', () => {
  expect(published.map(read)).toMatchObject(
    published.map(({ blockID, block_header: { raw_data } }) => ({
      ...{ hash: blockID, parent: raw_data.parentHash, isEmpty: raw_data.txTrieRoot === '0'.repeat(64) },
      ...{ height: 'number' in raw_data ? raw_data.number : 0 },
    })),
  )
  expect(read(published[0]).timestamp).toBe(1_777_445_121_000)
})

it.each(['number', 'timestamp', 'version', 'witness_id', 'parentHash', 'txTrieRoot', 'witness_address'])(
  'refuses a header whose %s is another one',
  (field) => {
    const [{ blockID, block_header }] = published as [(typeof published)[0]]
    const raw = block_header.raw_data as Record<string, unknown>
    const value = typeof (raw[field] ?? 0) === 'number' ? Number(raw[field] ?? 0) + 1 : `00${String(raw[field])}`
    expect(() => read({ blockID, block_header: { raw_data: { ...raw, [field]: value } } })).toThrow(
      `the header is not that of block ${blockID}`,
    )
  },
)
