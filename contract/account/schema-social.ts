import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { factor } from '../factors/schema-code.ts'
import { invitationCode, User } from './schema.ts'

// Signing in with an account of elsewhere (OpenID Connect, the authorization code with PKCE). The device holds the
// ticket of an attempt, so that nobody finishes one that somebody else began; the server holds all the rest.
//
//   begin ──▶ url ──▶ the provider ──▶ /login?code&state ──▶ loginsocial ──▶ signed in
//                                                                   └──────▶ join: the address has an account already,
//                                                                              or the account has a second factor

const ticket = z.string().check(z.regex(/^[\w-]{43}$/))
const fromProvider = z.string().check(z.maxLength(2000))
const SignedIn = z.object({ userinfo: z.extend(User, { token: z.string() }) })

/** Which provider there is, by the name that people know it by; null: none. */
export const socialOffer = endpoint({
  method: 'POST',
  path: '/api/user/social',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ name: z.nullable(z.string()) }),
})

/** Begins an attempt: where to go, and its ticket. */
export const socialBegin = endpoint({
  method: 'POST',
  path: '/api/user/socialBegin',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ url: z.string(), ticket: z.string() }),
})

/**
 * Finishes an attempt with what the provider sent back (spec §7). Signs in; or tells the address whose account must
 * agree first (`join`), or refuses with `factorNeeded`: then joining it takes the second factor alone.
 */
export const loginSocial = endpoint({
  method: 'POST',
  path: '/api/user/loginsocial',
  access: 'anyone',
  input: z.object({
    ticket,
    state: fromProvider,
    code: fromProvider,
    iss: z.optional(fromProvider),
    invitation: z.optional(invitationCode),
  }),
  output: z.object({
    userinfo: z.optional(z.extend(User, { token: z.string() })),
    join: z.optional(z.object({ email: z.string() })),
  }),
})

/**
 * Joins the attempt to the account of its address, by that account's password or a code mailed for it, and by its
 * second factor where it has one.
 */
export const socialJoin = endpoint({
  method: 'POST',
  path: '/api/user/socialJoin',
  access: 'anyone',
  input: z.object({
    ticket,
    password: z.optional(z.string().check(z.maxLength(200))),
    code: z.optional(z.string().check(z.trim(), z.regex(/^\d{6}$/))),
    factor,
  }),
  output: SignedIn,
})
