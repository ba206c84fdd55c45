import { sealingOf, type MarketKeys } from '../keys/market-keys.ts'
import { openAs } from '../keys/seal.ts'

/** What the content of a file is sealed as. */
export const contentAs = (id: string): string => `content ${id}`

/**
 * What was made of a file, in clear.
 *
 * @throws KeyAway
 * @throws NotOpened
 */
export function openContent(
  keys: MarketKeys,
  { id, bytes, sealed }: { id: string; bytes: Uint8Array; sealed: boolean },
): Uint8Array {
  return sealed ? openAs(sealingOf(keys), contentAs(id), bytes) : bytes
}
