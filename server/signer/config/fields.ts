import * as z from 'zod/mini'

// The settings of a signer that several networks share.

const whole = (most: number) => z.int().check(z.nonnegative(), z.maximum(most))

/** The highest rate at which a transaction pays a network, and the most transactions in 24 hours. */
export const caps = {
  rate: z.string().check(z.regex(/^\d{1,30}$/, 'must be a whole number such as "1000"')),
  transactions: whole(1_000_000),
}

/** The nonce or the block with which a log begins. */
export const first = z._default(whole(Number.MAX_SAFE_INTEGER), 0)

/** The address of a node. */
export const http = (example: string) => z.string().check(z.refine(isHttp, `must be an address such as "${example}"`))

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
