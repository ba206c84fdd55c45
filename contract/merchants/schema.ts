import * as z from 'zod/mini'
import { mutation } from '../wire/mutation.ts'
import { FILE_BYTES_MAX } from '../pictures/files.ts'
import {
  applicationPictures,
  DOCUMENT_NUMBER_MAX,
  isName,
  REAL_NAME_MAX,
  STORE_NAME_MAX,
  STORE_NAME_MIN,
} from './rules.ts'
import { STROKES_MAX } from './strokes.ts'
import { FileId } from '../pictures/schema-file-id.ts'

/** Most characters of an invitation code as it may be typed, with its dashes and spaces. */
const CODE_TYPED_MAX = 20

const name = (least: number, most: number) => z.string().check(z.minLength(least), z.maxLength(most), z.refine(isName))

const picture = z.nullable(FileId)
const key = (p: { id: string }): `merchantApplications/${string}` => `merchantApplications/${p.id}`

/** Which text was signed, and when. */
export const SignedContract = z.object({
  version: z.int().check(z.positive()),
  /** As the contract was answered in it; a newer market may speak a language that this app does not. */
  language: z.string().check(z.maxLength(35)),
  /** The SHA-256 of the text that was read, in hexadecimal. */
  text: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** By the device's clock (Unix ms). */
  signedAt: z.int().check(z.positive(), z.maximum(8_000_000_000_000)),
})
export type SignedContract = z.infer<typeof SignedContract>

/**
 * Applies to sell here, or sends again what was asked for. Null for the document's number or a picture, and an empty
 * `strokes` with a null `contract`: as it was sent before.
 */
export const merchantApply = mutation({
  path: '/api/merchant/reg',
  tables: ['merchantApplications'],
  bytesMax: 40_000,
  payload: z.object({
    id: z.uuid(),
    storeName: name(STORE_NAME_MIN, STORE_NAME_MAX),
    realName: name(1, REAL_NAME_MAX),
    documentNumber: z.nullable(z.string().check(z.minLength(1), z.maxLength(DOCUMENT_NUMBER_MAX))),
    pictures: z
      .object({ logo: picture, front: picture, back: picture, holding: picture })
      .check(z.refine((all) => new Set(named(all)).size === named(all).length)),
    code: z.string().check(z.maxLength(CODE_TYPED_MAX)),
    agreed: z.literal(true),
    contract: z.nullable(SignedContract),
    strokes: z.string().check(z.maxLength(STROKES_MAX)),
  }),
  guest: false,
  sealed: { within: undefined, fields: ['realName', 'documentNumber', 'strokes'] },
  files: {
    kind: 'picture',
    most: applicationPictures.length,
    bytesMax: FILE_BYTES_MAX,
    of: (p) => named(p.pictures),
  },
  lanes: () => ['merchant'],
  keys: (p) => [key(p)],
})

function named(pictures: Record<(typeof applicationPictures)[number], string | null>): string[] {
  return applicationPictures.flatMap((one) => pictures[one] ?? [])
}
