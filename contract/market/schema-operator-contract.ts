import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { CONTRACT_WRITTEN_MAX } from './contract-versions.ts'
import { openArray } from '../wire/schema-open.ts'
import { LocaleCodeSchema, TextsSchema } from '../text/schema-texts.ts'

// The desk of the sellers' contract: a draft in each language, and the versions that were published.

/** The draft in a language, what sellers sign now, and all versions; times in Unix ms. */
const Desk = z.object({
  /** The text that was saved and is not published yet; null while there is none. */
  draft: z.nullable(z.object({ body: z.string(), at: z.number() })),
  /** Languages with a draft. */
  drafts: openArray(z.string()),
  /** When the newest of them was saved; null while there is none. */
  draftedAt: z.nullable(z.number()),
  /** The contract that sellers sign now in this language, with its values, and the language that it is written in. */
  current: z.object({
    version: z.int(),
    language: z.string(),
    text: z.string(),
    publishedAt: z.nullable(z.number()),
  }),
  /** The beginning of a first draft: the contract that sellers sign now, as it was written. */
  template: z.string(),
  /** The values that a text takes, in this language (text/filled-text.ts). */
  values: TextsSchema,
  /** The published versions, the newest first. */
  versions: openArray(z.object({ version: z.int(), at: z.number(), languages: openArray(z.string()) })),
  /** The version that the drafts would become. */
  next: z.int(),
  /** Merchants with a store, and how many of them have signed what sellers sign now. */
  merchants: z.int(),
  signed: z.int(),
})
export type ContractDesk = z.infer<typeof Desk>

/** The contract's desk in a language. */
export const contract = endpoint({
  method: 'POST',
  path: '/api/operator/contract',
  access: 'operator',
  right: 'site',
  input: z.object({ language: LocaleCodeSchema }),
  output: Desk,
})

/** A published version in a language, as it was published; null where it was not written in it. */
export const contractVersion = endpoint({
  method: 'POST',
  path: '/api/operator/contractVersion',
  access: 'operator',
  right: 'site',
  input: z.object({ version: z.int().check(z.positive()), language: LocaleCodeSchema }),
  output: z.object({ text: z.nullable(z.string()) }),
})

/** Keeps a draft; an empty one is removed. */
export const contractSet = endpoint({
  method: 'POST',
  path: '/api/operator/contractSet',
  access: 'operator',
  right: 'site',
  bytesMax: 4 * CONTRACT_WRITTEN_MAX,
  input: z.object({ language: LocaleCodeSchema, body: z.string().check(z.maxLength(CONTRACT_WRITTEN_MAX)) }),
  output: z.object({}),
})

/**
 * Publishes the drafts as this version, which never changes. `draftedAt`: as the desk stated it. Where a draft was
 * saved since, nothing is published.
 */
export const contractPublish = endpoint({
  method: 'POST',
  path: '/api/operator/contractPublish',
  access: 'operator',
  right: 'site',
  input: z.object({ version: z.int().check(z.positive()), draftedAt: z.number() }),
  output: z.object({ version: z.int() }),
})
