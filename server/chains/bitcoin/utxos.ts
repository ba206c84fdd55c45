import * as z from 'zod/mini'
import { TXID } from '#contract/coins/networks.ts'
import { outpointOf } from '../../signer/protocol/bitcoin-fees.ts'
import { UTXOS_MAX, type OfferedUtxo } from '../../signer/protocol/protocol.ts'
import type { createOutputs } from './lookup.ts'
import type { BitcoinNode } from './node.ts'

const Utxos = z.array(
  z.object({
    txid: z.string().check(z.regex(TXID)),
    vout: z.int().check(z.nonnegative()),
    value: z.int().check(z.positive()),
    status: z.object({ confirmed: z.boolean() }),
  }),
)

/** How outputs are proven. */
export interface Proving {
  /** The script that they have to have. */
  own: Uint8Array
  outputOf: ReturnType<typeof createOutputs>
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/**
 * An address's outputs in blocks, the largest first, without those that `taken` names, and without new coins, which
 * wait for 100 blocks. The node says which there are and that they are in blocks; their amounts and scripts are those
 * of their transactions.
 *
 * @throws NodeError
 */
export async function readUtxos(
  node: BitcoinNode,
  { address, own, outputOf }: Proving & { address: string },
  taken: ReadonlySet<string>,
  most = UTXOS_MAX,
): Promise<OfferedUtxo[]> {
  const path = `/address/${address}/utxo`
  const found = (await node.json(path, Utxos)) ?? []
  const shown = found
    .filter(({ status }) => status.confirmed)
    .map(({ txid, vout: n, value }) => ({ txid, n, amount: String(value) }))
    .filter((one) => !taken.has(outpointOf(one)))
    .toSorted((a, b) => Number(b.amount) - Number(a.amount))
    .slice(0, most)
  const utxos: OfferedUtxo[] = []
  for (const one of shown) {
    const output = await outputOf(outpointOf(one))
    if (!output || !isSame(output.script, own) || String(output.amount) !== one.amount)
      throw node.wrong(path, `${outpointOf(one)} is another output`)
    if (!output.isNew) utxos.push(one)
  }
  return utxos
}
