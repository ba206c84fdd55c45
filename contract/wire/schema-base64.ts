import * as z from 'zod/mini'

/** Bytes in base64, at most so many. */
export const base64 = (bytes: number) =>
  z.string().check(z.maxLength(Math.ceil(bytes / 3) * 4), z.regex(/^[A-Za-z0-9+/]*={0,2}$/))
