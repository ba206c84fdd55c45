import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { operatorRights } from '../wire/operator-rights.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'

/** How far somebody is on the way in to the operator's desks. */
const entrances = ['none', 'code', 'enrol', 'factor', 'in'] as const

export const OperatorState = z.object({
  /**
   * `none`: no operator; `code`: the printed code is next; `enrol`: a second factor is to be set up; `factor`: it is to
   * be proven in this session; `in`: the desks are open.
   */
  state: openEnum(entrances),
  rights: openArray(openEnum(operatorRights)),
  /** Until when the session counts as proven (Unix ms). */
  until: z.nullable(z.number()),
})
export type OperatorState = z.infer<typeof OperatorState>

/** Where the person who asks stands; anybody with a session may ask. */
export const operatorState = endpoint({
  method: 'POST',
  path: '/api/operator/state',
  access: 'session',
  input: z.object({}),
  output: OperatorState,
})

/** Opens the entrance with the code that the market's machine printed. */
export const operatorEnter = endpoint({
  method: 'POST',
  path: '/api/operator/enter',
  access: 'session',
  input: z.object({ code: z.string().check(z.minLength(1), z.maxLength(40)) }),
  output: OperatorState,
})

const json = z.nullable(z.unknown())
export const AuditLine = z.object({
  id: z.int(),
  at: z.number(),
  /** The actor: an account's id and name (empty for an account that was deleted); null for a command or the clock. */
  by: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  via: openEnum(['screen', 'command', 'timer'] as const),
  what: z.string(),
  subject: z.string(),
  /** The subject's present name; null where it is gone or has none, absent from an older server. */
  about: z.optional(z.nullable(z.string())),
  before: json,
  after: json,
})
export type AuditLine = z.infer<typeof AuditLine>

const word = z.optional(z.string().check(z.maxLength(100)))
const time = z.optional(z.int().check(z.minimum(0), z.maximum(8_640_000_000_000)))

const auditFilter = {
  who: word,
  what: word,
  subject: word,
  from: time,
  to: time,
  before: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(500)), 50),
}

/**
 * The changes, newest first, a page at a time. `who` is part of a name or address; `what` and `subject` are beginnings.
 */
export const operatorAudit = endpoint({
  method: 'POST',
  path: '/api/operator/audit',
  access: 'operator',
  right: 'staff',
  input: z.object({
    ...auditFilter,
    /** Checks the chain of hashes over the whole log, too. */
    check: z.optional(z.boolean()),
  }),
  output: z.object({
    entries: openArray(AuditLine),
    /** The id before which the next page begins; null at the end. */
    next: z.nullable(z.int()),
    /** Whether the chain of hashes holds over the whole log; null when that was not asked. */
    whole: z.nullable(z.boolean()),
  }),
})

/** The same as a file: a table for spreadsheets, or JSON Lines. `cut`: there are more than one file holds. */
export const operatorAuditFile = endpoint({
  method: 'POST',
  path: '/api/operator/auditFile',
  access: 'operator',
  right: 'staff',
  input: z.object({ ...auditFilter, form: z.enum(['csv', 'jsonl']) }),
  output: z.object({ text: z.string(), cut: z.boolean() }),
})
