/** Time that somebody had is forgotten by half in so long (ms). */
const HALF_LIFE = 30_000
/** Less is nothing (ms); it also bounds how many are known. */
const NOTHING = 1

interface Waiting {
  who: string | undefined
  since: number
  next(): void
}
interface Had {
  ms: number
  at: number
}

/**
 * Turns at something that one at a time may have. Whoever has had the least of it lately comes first; the market's own
 * work (`who` undefined) counts as none. Each millisecond of waiting makes up for one that was had, so that everybody
 * comes.
 */
export class FairTurns {
  readonly #now: () => number
  readonly #waiting: Waiting[] = []
  readonly #had = new Map<string, Had>()
  #taken: { who: string | undefined; since: number } | undefined

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** How many wait. */
  get length(): number {
    return this.#waiting.length
  }

  /** Resolves when it is one's turn, which lasts until `release`. */
  async take(who: string | undefined): Promise<void> {
    if (this.#taken) await new Promise<void>((next) => this.#waiting.push({ who, since: this.#now(), next }))
    this.#taken = { who, since: this.#now() }
  }

  /** Ends the turn and hands it on: it counts as taken all the while, so that nobody slips in between. */
  release(): void {
    const now = this.#now()
    const { who, since } = this.#taken!
    if (who !== undefined) this.#count(who, now - since, now)
    let first: Waiting | undefined
    let least = Infinity
    for (const one of this.#waiting) {
      const due = this.#hadBy(one.who, now) - (now - one.since)
      if (due < least) [first, least] = [one, due]
    }
    if (!first) {
      this.#taken = undefined
      return
    }
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    this.#taken = { who: first.who, since: now }
    first.next()
  }

  #hadBy(who: string | undefined, now: number): number {
    const had = who === undefined ? undefined : this.#had.get(who)
    return had ? had.ms * 0.5 ** ((now - had.at) / HALF_LIFE) : 0
  }

  #count(who: string, ms: number, now: number): void {
    const sum = this.#hadBy(who, now) + ms
    // In the order of their last turns: those at the front have been forgotten the longest.
    this.#had.delete(who)
    if (sum >= NOTHING) this.#had.set(who, { ms: sum, at: now })
    for (const oldest of this.#had.keys()) {
      if (this.#hadBy(oldest, now) >= NOTHING) break
      this.#had.delete(oldest)
    }
  }
}
