import * as z from 'zod/mini'
import { endpoint } from '../wire/endpoint.ts'
import { BOUNCE_TEXT_MAX, BOUNCES_MAX } from './mail-bounces.ts'

/** The latest moment that a Date can hold (Unix ms). */
const TIME_MAX = 8.64e15

/**
 * Reports mails that came back after a mail server had taken them. The header `Authorization` carries the market's
 * `MAIL_BOUNCE_SECRET` as `Bearer <secret>`. A report that comes again changes nothing: of an address the time counts.
 */
export const mailBounces = endpoint({
  method: 'POST',
  path: '/api/mail/bounces',
  access: 'anyone',
  input: z.object({
    bounces: z
      .array(
        z.object({
          address: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)),
          /** When it came back (Unix ms). */
          at: z.int().check(z.minimum(0), z.maximum(TIME_MAX)),
          /** The enhanced status code (RFC 3463); one that does not begin with 5 is temporary, and is ignored. */
          status: z.string().check(z.regex(/^[245]\.\d{1,3}\.\d{1,3}$/)),
          /** The mail server's words. */
          said: z.optional(z.string().check(z.maxLength(BOUNCE_TEXT_MAX))),
        }),
      )
      .check(z.minLength(1), z.maxLength(BOUNCES_MAX)),
  }),
  /** How many of them were noted, and how many changed nothing. */
  output: z.object({ noted: z.int(), ignored: z.int() }),
})
