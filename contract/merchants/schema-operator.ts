import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { documentPictures, NOTE_MAX, requirements } from './rules.ts'
import { applicationStates } from './states.ts'
import { AskedCorrection, MerchantApplication } from './schema-row.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

/** At most so many applications are listed. */
export const APPLICATIONS_LISTED = 100

/** An application in the queue. Times in Unix ms. */
export const ListedApplication = z.object({
  id: z.uuid(),
  state: openEnum(applicationStates),
  storeName: z.string(),
  at: z.number(),
  decidedAt: z.nullable(z.number()),
  /** When an answer was promised; absent from an older server. */
  dueAt: z.optional(z.nullable(z.number())),
  /** How often it was sent. */
  sent: z.int(),
})
export type ListedApplication = z.infer<typeof ListedApplication>

/**
 * The applications in a state, those that were sent first before the others; without one, those that wait for an
 * answer. `find` is part of the name of a store or a person, or of an address.
 */
export const operatorApplications = endpoint({
  method: 'POST',
  path: '/api/operator/applications',
  access: 'operator',
  right: 'applications',
  input: z.object({
    state: z.optional(z.enum(applicationStates)),
    find: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({ applications: openArray(ListedApplication) }),
})

/** One application with the document's number; looking at it is written down. */
const Shown = z.object({
  application: MerchantApplication,
  sent: z.int(),
  email: z.string(),
  /** Null once it was deleted, or when the market's key does not open it. */
  documentNumber: z.nullable(z.string()),
  /** The name of the store by whose code it came. */
  invitedBy: z.nullable(z.string()),
})

/** Shows one application. */
export const operatorApplication = endpoint({
  method: 'POST',
  path: '/api/operator/application',
  access: 'operator',
  right: 'applications',
  input: z.object({ id: z.uuid() }),
  output: Shown,
})

/** One picture of a document (WebP in base64); looking at it is written down. */
export const operatorDocument = endpoint({
  method: 'POST',
  path: '/api/operator/document',
  access: 'operator',
  right: 'applications',
  input: z.object({ id: z.uuid(), which: z.enum(documentPictures) }),
  output: z.object({ bytes: z.string() }),
})

const words = z.string().check(z.minLength(1), z.maxLength(NOTE_MAX), z.regex(/\S/))

/** Takes an application up, asks for changes, approves or refuses it. */
export const operatorDecideApplication = endpoint({
  method: 'POST',
  path: '/api/operator/decide_application',
  access: 'operator',
  right: 'applications',
  input: z.discriminatedUnion('act', [
    z.object({ act: z.literal('take'), id: z.uuid() }),
    z.object({
      act: z.literal('ask'),
      id: z.uuid(),
      asked: z
        .array(z.object({ ...AskedCorrection.shape, what: z.enum(requirements), note: words }))
        .check(z.minLength(1), z.maxLength(requirements.length)),
    }),
    z.object({ act: z.literal('approve'), id: z.uuid() }),
    z.object({ act: z.literal('refuse'), id: z.uuid(), reason: words }),
  ]),
  /** `waits`: one's own is decided by two operators. */
  output: z.object({
    application: MerchantApplication,
    became: z.optional(openEnum(['done', 'waits'] as const)),
    aloneFrom: z.optional(z.number()),
  }),
})
