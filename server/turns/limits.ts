import type { Bounds } from './bounds.ts'

export interface LimiterOptions {
  /** The number of takes that a full bucket allows at once. */
  capacity: number
  refillPerSecond: number
  /** The largest number of keys remembered; beyond that the one not used for longest is forgotten. */
  maxKeys: number
}

/** Whether something may happen now, and if not, after how many milliseconds it may. */
export type Taken = { ok: true } | { ok: false; retryAfter: number }

export interface Limiter {
  /**
   * Takes one token of the key's bucket, or as many as `cost` (at most all that it holds); `now` in Unix milliseconds.
   */
  take(key: string, now: number, cost?: number): Taken
  /** Whether nothing is left in the key's bucket. */
  spent(key: string, now: number): boolean
  /** Fills the key's bucket again. */
  forget(key: string): void
}

/** A token bucket per key, in memory and of bounded size; `name` is what it counts, for the list of bounds. */
export function createLimiter(
  { capacity, refillPerSecond, maxKeys }: LimiterOptions,
  bounds?: Bounds,
  name = '',
): Limiter {
  const perMs = refillPerSecond / 1000
  // In the order of use, because a key is deleted and set again: the first is the one not used for longest.
  const buckets = new Map<string, { tokens: number; at: number }>()
  bounds?.add({ name, limit: maxKeys, unit: 'entries', use: () => buckets.size })
  // A clock set back gives nothing and costs nothing.
  const left = (key: string, now: number): number => {
    const old = buckets.get(key)
    return old ? Math.min(capacity, old.tokens + Math.max(0, now - old.at) * perMs) : capacity
  }
  return {
    take: (key, now, cost = 1) => {
      const tokens = left(key, now)
      const price = Math.min(capacity, cost)
      const ok = tokens >= price
      buckets.delete(key)
      buckets.set(key, { tokens: ok ? tokens - price : tokens, at: now })
      if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value!)
      return ok ? { ok } : { ok, retryAfter: Math.ceil((price - tokens) / perMs) }
    },
    spent: (key, now) => left(key, now) < 1,
    forget: (key) => {
      buckets.delete(key)
    },
  }
}

/**
 * The name under which an address is limited: an IPv4 address as it is (also inside IPv6), of an IPv6
 * address the network of 64 bits, because one connection has all of them.
 */
export function addressKey(address: string): string {
  const bare = address.toLowerCase().replace(/%.*$/, '')
  const v4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare)?.[1]
  if (v4 !== undefined) return v4
  if (!bare.includes(':')) return bare
  const [head = '', tail] = bare.split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const middle = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const all = [...left, ...Array.from({ length: middle }, () => '0'), ...right]
  return `${all
    .slice(0, 4)
    .map((g) => g.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
