/** A stream of chance that is the same each time it begins from the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Some of a list, in chance order, none twice. */
  some<T>(list: readonly T[], count: number): T[]
}

/** Mulberry32 (Tommy Ettinger, public domain): small, and good enough for a demo. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(0, list.length - 1)]!,
    some: (list, count) =>
      list
        .map((item) => ({ item, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .slice(0, count)
        .map((x) => x.item),
  }
}
