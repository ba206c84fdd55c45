import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { STROKES_MAX } from './strokes.ts'
import { MerchantApplication } from './schema-row.ts'
import { SignedContract } from './schema.ts'
import { LocaleCodeSchema } from '../text/schema-texts.ts'

/**
 * The contract that sellers sign now, in a language, else the caller's; where it was not written in that, in another
 * one (`language`). `text` is written as articles are (text/written-text.ts).
 */
export const merchantContract = endpoint({
  method: 'GET',
  path: '/api/merchant/contract',
  access: 'session',
  input: z.object({ language: z.optional(LocaleCodeSchema) }),
  output: z.object({
    version: z.int(),
    language: z.string(),
    text: z.string(),
    /** Unix ms; null while operators have published none of their own. */
    publishedAt: z.nullable(z.number()),
  }),
})

/** Signs it for a store that has signed an older version, by its application's id. */
export const merchantSign = endpoint({
  method: 'POST',
  path: '/api/merchant/sign',
  access: 'session',
  bytesMax: 40_000,
  input: z.object({
    id: z.uuid(),
    contract: SignedContract,
    strokes: z.string().check(z.minLength(1), z.maxLength(STROKES_MAX)),
  }),
  output: z.object({ application: MerchantApplication }),
})
