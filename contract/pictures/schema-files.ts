import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { FILE_BYTES_MAX, PIECE_BYTES, UPLOAD_BYTES_MAX } from './files.ts'
import { base64 } from '../wire/schema-base64.ts'
import { FileId } from './schema-file-id.ts'
import { Picture } from './schema.ts'

/**
 * Sends one piece of a file, from byte `at` on; without bytes it asks how far the server has it. `have` is up to where
 * the server now has it, and so where the next piece begins. `here`: it is complete, and was found to be what it must
 * be. Allowed only for the token's own `uid`, or a store's whose
 * member that is.
 */
export const filePiece = endpoint({
  method: 'POST',
  path: '/api/file/piece',
  access: 'session',
  // A piece in base64, and the words around it.
  bytesMax: Math.ceil(PIECE_BYTES / 3) * 4 + 1000,
  input: z.object({
    uid: z.uuid(),
    id: FileId,
    size: z.int().check(z.positive(), z.maximum(FILE_BYTES_MAX)),
    at: z.int().check(z.nonnegative(), z.maximum(FILE_BYTES_MAX)),
    bytes: base64(PIECE_BYTES),
  }),
  output: z.object({ have: z.int(), here: z.boolean() }),
})

/**
 * Sends a picture in a single piece (spec §7): as the part `file` of multipart form data, or as `file` of a JSON body
 * in base64. `id` is how a mutation names it, `url` where it can be seen once something shows it.
 */
export const indexUpload = endpoint({
  method: 'POST',
  path: '/api/index/upload',
  access: 'session',
  multipart: 'file',
  bytesMax: Math.ceil(UPLOAD_BYTES_MAX / 3) * 4 + 1000,
  input: z.object({ file: base64(UPLOAD_BYTES_MAX).check(z.minLength(1)) }),
  output: z.object({ id: FileId, url: z.string(), picture: Picture }),
})
