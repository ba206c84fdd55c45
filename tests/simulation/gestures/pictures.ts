import { createHash } from 'node:crypto'
import { mutations } from '#contract/mutations.ts'
import type { MutationName } from '#contract/registry.ts'
import { PIECE_BYTES } from '#contract/pictures/files.ts'

// Pictures that people of the simulation take. They begin as a WebP does and hold nothing that could be decoded: what
// is made of them at the server stands in stage.ts. All but the first are sent in several pieces.

const byId = new Map(
  [0.5, 1.2, 2, 3.1].map((pieces, n) => {
    const bytes = new Uint8Array(Math.floor(PIECE_BYTES * pieces)).fill(n + 1)
    bytes.set(Buffer.from('RIFF0000WEBP'))
    return [createHash('sha256').update(bytes).digest('hex'), bytes] as const
  }),
)

/** The ids of all pictures. */
export const pictureIds = [...byId.keys()]

/** The pictures that a gesture names. */
export const picturesOf = (name: MutationName, payload: unknown): Uint8Array<ArrayBuffer>[] => {
  const declared = (mutations[name] as { files?: { of(payload: unknown): string[] } }).files
  return (declared?.of(payload) ?? []).flatMap((id) => byId.get(id) ?? [])
}
