import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'

/** Six digits of an authenticator app, or a recovery code. */
const FactorCode = z.string().check(z.minLength(1), z.maxLength(40))

/** Whether the person has a second factor, and how many recovery codes are left. */
export const factorState = endpoint({
  method: 'POST',
  path: '/api/factor/state',
  access: 'session',
  input: z.object({}),
  output: z.object({ enrolled: z.boolean(), recovery: z.int() }),
})

/** A secret for an authenticator app, as text and as the address that is shown for scanning; it waits for its code. */
export const factorBegin = endpoint({
  method: 'POST',
  path: '/api/factor/begin',
  access: 'session',
  input: z.object({ password: z.string().check(z.maxLength(200)) }),
  output: z.object({ secret: z.string(), uri: z.string() }),
})

/** The first code: from now on the second factor holds. The recovery codes are said this once. */
export const factorConfirm = endpoint({
  method: 'POST',
  path: '/api/factor/confirm',
  access: 'session',
  input: z.object({ code: FactorCode }),
  output: z.object({ recovery: z.array(z.string()), until: z.number() }),
})

/** Proves the second factor in this session; until when that holds (Unix ms). */
export const factorProve = endpoint({
  method: 'POST',
  path: '/api/factor/prove',
  access: 'session',
  input: z.object({ code: FactorCode }),
  output: z.object({ until: z.number() }),
})

/** Takes the second factor away. */
export const factorEnd = endpoint({
  method: 'POST',
  path: '/api/factor/end',
  access: 'session',
  input: z.object({ code: FactorCode }),
  output: z.object({}),
})
