import * as z from 'zod/mini'

/**
 * The form of every answer of the API (spec §8). The meaning of the codes is known in exactly two files, one on each
 * side of the wire: server/http/envelope.ts and worker/wire/envelope.ts (law 11).
 */
export const Envelope = z.object({ code: z.int(), msg: z.string(), data: z.unknown() })
export type Envelope = z.infer<typeof Envelope>
