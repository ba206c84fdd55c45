import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import { openEnum } from './schema-open.ts'
import { Params } from './schema-params.ts'
import { refusalReasons, type RefusalReason } from './refusal-reasons.ts'

/** The longest words of a server that are kept (characters). */
const MSG_MAX = 500

/**
 * A refusal with what its text needs to be filled in. `msg` is the server's own words for a reason that this app may
 * not know.
 */
export const Refusal = z.object({
  reason: openEnum(refusalReasons),
  params: orElse(z.optional(Params), undefined),
  msg: orElse(
    z.optional(
      z.pipe(
        z.string(),
        z.transform((msg) => msg.slice(0, MSG_MAX)),
      ),
    ),
    undefined,
  ),
})
export type Refusal = z.infer<typeof Refusal>

/** A refusal that this code states itself: its reason is one of the list. */
export type OwnRefusal = Omit<Refusal, 'reason'> & { reason: RefusalReason }
