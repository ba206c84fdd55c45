import * as z from 'zod/mini'
import { requirements } from './rules.ts'
import { applicationStates } from './states.ts'
import { Id } from '../wire/schema-id.ts'
import { openArray, openEnum } from '../wire/schema-open.ts'
import { Picture } from '../pictures/schema.ts'

const file = z.nullable(z.string())

/** A part that the operator asks to be changed, and why. */
export const AskedCorrection = z.object({ what: openEnum(requirements), note: z.string() })

/**
 * A store of a merchant, with the code by which it invites others, and the people who came through it. Times in Unix
 * ms.
 */
export const OwnStore = z.object({
  id: Id,
  uid: z.uuid(),
  code: z.string(),
  invited: openArray(z.object({ name: z.string(), at: z.number() })),
})

/**
 * An application to sell here. `files` are the files that its pictures are made of; those of the documents are null
 * once they were deleted. The document's number is there only until the server has it. sync/sealed-fields.ts lists the
 * fields that are sealed on the device. Times in Unix ms.
 */
export const MerchantApplication = z.object({
  id: z.uuid(),
  state: openEnum(applicationStates),
  storeName: z.string(),
  realName: z.string(),
  documentNumber: z.string(),
  logo: z.nullable(Picture),
  files: z.object({ logo: file, front: file, back: file, holding: file }),
  /** The code by which somebody invited them; empty for none. */
  code: z.string(),
  asked: openArray(AskedCorrection),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  at: z.number(),
  decidedAt: z.nullable(z.number()),
  /** When the market has promised an answer; absent from an older server, null of an application from before. */
  dueAt: z.optional(z.nullable(z.number())),
  store: z.nullable(OwnStore),
  /** JSON of its receipt (receipt.ts); empty until the market has counter-signed. */
  receipt: z.string(),
})
export type MerchantApplication = z.infer<typeof MerchantApplication>
