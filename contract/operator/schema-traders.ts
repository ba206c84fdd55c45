import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { storeRoles } from '../stores/roles.ts'
import { Id } from '../wire/schema-id.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { OperatorPerson, OperatorStore } from './schema-desks.ts'

// A person, or a store, as its page at the operator's desk shows it; times in Unix ms.

/** An account: what it is, and what it does in the market. */
export const person = endpoint({
  method: 'POST',
  path: '/api/operator/person',
  access: 'operator',
  right: 'people',
  input: z.object({ id: z.uuid() }),
  output: z.object({
    person: OperatorPerson,
    language: z.string(),
    /** When a device of theirs was last here; null where none is signed in. */
    seenAt: z.nullable(z.number()),
    /** They have a second factor. */
    factor: z.boolean(),
    operator: z.boolean(),
    /** Mails to them come back. */
    bounced: z.boolean(),
    /** Problems with their orders that are not settled. */
    problems: z.int(),
    /** The stores that they act for. */
    stores: openArray(z.object({ id: z.int(), name: z.string(), role: openEnum(storeRoles), since: z.number() })),
  }),
})

/** A store: what it is, who acts for it, and what it does in the market. */
export const store = endpoint({
  method: 'POST',
  path: '/api/operator/store',
  access: 'operator',
  right: 'people',
  input: z.object({ id: Id }),
  output: z.object({
    store: OperatorStore,
    /** The country it ships from; null where it has not said. */
    area: z.nullable(z.string()),
    currency: z.string(),
    /** Products that are not deleted, on sale or not. */
    goods: z.int(),
    orders: z.int(),
    /** Orders that are paid and have not left. */
    toShip: z.int(),
    /** Problems with its orders that are not settled. */
    problems: z.int(),
    /** Pieces sold, and the people who follow it. */
    sales: z.int(),
    followers: z.int(),
    members: openArray(
      z.object({
        id: z.uuid(),
        name: z.string(),
        email: z.string(),
        role: openEnum(storeRoles),
        since: z.number(),
      }),
    ),
  }),
})
