import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { FILE_BYTES_MAX } from './files.ts'
import { base64 } from '../wire/schema-base64.ts'

// Pictures of the market's own, sent by the operators of the desks that show them. One that nothing names goes after a
// day.

const picture = {
  method: 'POST',
  access: 'operator',
  bytesMax: Math.ceil(FILE_BYTES_MAX / 3) * 4 + 1000,
  input: z.object({ file: base64(FILE_BYTES_MAX).check(z.minLength(1)) }),
  output: z.object({ src: z.string() }),
} as const

/** Keeps a picture for a category. */
export const categoryPicture = endpoint({ ...picture, path: '/api/operator/categoryPicture', right: 'catalogue' })

/** Keeps a picture for an article or a partner. */
export const sitePicture = endpoint({ ...picture, path: '/api/operator/sitePicture', right: 'site' })
