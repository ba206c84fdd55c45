import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { assets } from '../coins/assets.ts'
import { networks } from '../coins/networks.ts'
import { factor } from '../factors/schema-code.ts'
import { FeedRows } from '../sync/schema-changes.ts'
import { TypedUnits, Units } from '../ledger/schema-row.ts'
import { Position } from '../sync/schema.ts'

/** The store, by its uid, whose owners alone withdraw its earnings; absent: the caller's own money. */
const store = z.optional(z.uuid())

/** The rows that a change of a withdrawal has written, and the feed's position after them (see `order.pay`). */
const Written = z.object({ rows: FeedRows, position: z.optional(z.string()) })

/**
 * Withdraws to an address; never queued. The device chooses `id`, so that a call whose answer was lost can be repeated.
 * `fee` is the fee that the person was shown: another one is refused. An address that the person has not withdrawn to
 * before waits first.
 */
export const withdrawAsk = endpoint({
  method: 'POST',
  path: '/api/withdraw/ask',
  access: 'session',
  input: z.object({
    id: z.uuid(),
    network: z.enum(networks),
    asset: z.enum(assets),
    address: z.string().check(z.minLength(1), z.maxLength(120)),
    amount: TypedUnits,
    fee: Units.check(z.regex(/^\d{1,30}$/)),
    password: z.string().check(z.maxLength(200)),
    factor,
    store,
    position: z.optional(Position),
  }),
  output: Written,
})

/** Cancels a withdrawal of the caller's, or of their store's, that is not sent yet. */
export const withdrawCancel = endpoint({
  method: 'POST',
  path: '/api/withdraw/cancel',
  access: 'session',
  input: z.object({ id: z.uuid(), store, position: z.optional(Position) }),
  output: Written,
})

/** Cancels a withdrawal by the token of a mail's link, which needs no session. */
export const withdrawStop = endpoint({
  method: 'POST',
  path: '/api/withdraw/stop',
  access: 'anyone',
  input: z.object({ id: z.uuid(), token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  output: z.object({}),
})
