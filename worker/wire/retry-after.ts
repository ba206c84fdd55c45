/** No wait that a server asks for is honoured beyond this (ms). */
export const MAX_WAIT = 10 * 60_000

/** Reads a Retry-After header (seconds, or an HTTP date; the past and garbage count as one second), in ms, capped. */
export function retryAfter(header: string | null, now: number): number {
  const text = header?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_WAIT) : 1000
}
