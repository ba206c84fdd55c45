// The addresses and texts that the documents of their encodings give as examples are read as the documents say.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAddress, type ReadAddress } from '#contract/coins/crypto-addresses.ts'
import type { Network } from '#contract/coins/networks.ts'

/** A line of the fixture; tests/fixtures/addresses/LICENCES.md names the documents. */
interface Published {
  source: string
  chain: Network
  address: string
  reason?: string
}

const published: Published[] = readFileSync(
  new URL('../../fixtures/addresses/published.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** Published reasons that are about the checksum; with any other, a text is no address at all. */
const wrongChecksum = [
  'Invalid checksum',
  'Invalid checksum (Bech32 instead of Bech32m)',
  'Invalid checksum (Bech32m instead of Bech32)',
  'valid before BIP-350 only',
  'checksum of another chain',
]

function expected({ chain, address, reason }: Published): ReadAddress {
  if (reason !== undefined) return { fault: wrongChecksum.includes(reason) ? 'checksum' : 'format' }
  if (address.startsWith('tb1')) return { fault: 'testNetwork' }
  return { address: chain === 'bitcoin' ? address.toLowerCase() : address }
}

describe('published vectors', () => {
  it.each(published)('$source: $address ($reason)', (one) => {
    expect(readAddress(one.chain, one.address)).toEqual(expected(one))
  })

  it('are all used: addresses, addresses of test networks, and texts with each fault', () => {
    const tally: Record<string, number> = {}
    for (const read of published.map(expected)) {
      const outcome = 'fault' in read ? read.fault : 'address'
      tally[outcome] = (tally[outcome] ?? 0) + 1
    }
    expect(tally).toEqual({ address: 18, testNetwork: 3, checksum: 32, format: 31 })
  })
})
