import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { withdrawalDoubts } from './doubts.ts'
import { WITHDRAWAL_REASON_MAX, withdrawalStates } from './rules.ts'
import { ApprovalSchema } from './schema-approval.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { Withdrawal } from './schema-row.ts'

/** A withdrawal as operators see it. */
export const AskedWithdrawal = z.extend(
  z.omit(Withdrawal, { confirmations: true, needed: true, endedAt: true, by: true }),
  {
    /** The person who asked for it. */
    email: z.string(),
    /** The name of the store whose earnings they are; absent from older servers, null for a person's own money. */
    store: z.optional(z.nullable(z.string())),
    /** The number of operators who have to agree, and whether they have. */
    approvals: z.int(),
    approved: z.boolean(),
    /** A reason for that beside its worth. */
    why: z.nullable(openEnum(withdrawalDoubts)),
    /** Withdrawals from the same account that were confirmed before. */
    before: z.int(),
  },
)
export type AskedWithdrawal = z.infer<typeof AskedWithdrawal>

/**
 * Withdrawals that wait for operators, the oldest first, or with a `state` those that are in it, the newest first;
 * `find` is part of a person's address, of a store's name or of a withdrawal's address.
 */
export const operatorWithdrawals = endpoint({
  method: 'POST',
  path: '/api/operator/withdrawals',
  access: 'operator',
  right: 'money',
  input: z.object({
    find: z.optional(z.string().check(z.maxLength(120))),
    state: z.optional(z.enum(withdrawalStates)),
  }),
  output: z.object({
    withdrawals: openArray(AskedWithdrawal),
    more: z.boolean(),
    /** The public keys that the signer counts; absent without a signer, or if it does not respond. */
    signer: z.optional(z.object({ keys: openArray(z.string()) })),
    /** There is a signer, and it does not respond. */
    signerAway: z.optional(z.boolean()),
  }),
})

/** Agrees to a withdrawal (signed if the device has a key), or refuses it with a reason for its person. */
export const operatorDecideWithdrawal = endpoint({
  method: 'POST',
  path: '/api/operator/decideWithdrawal',
  access: 'operator',
  right: 'money',
  input: z.union([
    z.object({
      ...{ id: z.uuid(), agree: z.literal(true), approval: z.optional(ApprovalSchema) },
      /** The reason that the operator saw; absent from older apps. */
      why: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    }),
    z.object({
      id: z.uuid(),
      agree: z.literal(false),
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(WITHDRAWAL_REASON_MAX)),
    }),
  ]),
  output: z.object({ became: openEnum(['done', 'waits'] as const), aloneFrom: z.optional(z.number()) }),
})
