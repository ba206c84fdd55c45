/** No wait that a server asks for is honoured beyond this (ms). */
export const MAX_WAIT = 10 * 60_000

/** The longest pause between tries, in ms, while a page can be seen and while none can. */
export const CAP_VISIBLE = 20_000
export const CAP_HIDDEN = 5 * 60_000

/**
 * Full jitter: a pause in [0, min(cap, 1 s · 2^(failures−1))), at least a quarter second so that a broken server is not
 * hammered. `random` is in [0, 1).
 */
export function pause(failures: number, visible: boolean, random: number): number {
  const ceiling = Math.min(visible ? CAP_VISIBLE : CAP_HIDDEN, 1000 * 2 ** Math.min(failures - 1, 20))
  return Math.max(250, Math.floor(random * ceiling))
}

/** Reads a Retry-After header (seconds, or an HTTP date; the past and garbage count as one second), in ms, capped. */
export function retryAfter(header: string | null, now: number): number {
  const text = header?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_WAIT) : 1000
}
