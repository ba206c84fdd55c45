import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { FUND_PASSWORD_MIN } from '../wire/limits.ts'
import { factor } from '../factors/schema-code.ts'
import { code, password } from './schema.ts'

/**
 * Sets the password with which a person pays. The proof is the current one (`original`), or a code mailed for `fund`
 * with the login password. Where a linked account has just begun the session, the code alone is enough.
 */
export const userFundPassword = endpoint({
  method: 'POST',
  path: '/api/user/fund_password',
  access: 'session',
  input: z.object({
    password: z.string().check(z.minLength(FUND_PASSWORD_MIN), z.maxLength(200)),
    original: z.optional(password),
    login: z.optional(password),
    code: z.optional(code),
    factor,
  }),
  output: z.object({}),
})
