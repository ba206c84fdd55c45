/**
 * Half of the time that somebody had is forgotten after this time (ms). Short, so that a caller who starts a flood
 * soon ranks behind a person with light, steady use.
 */
const HALF_LIFE = 5_000
/** Milliseconds of waiting that offset one of use. */
const WAIT_PER_USE = 4
/** Less time than this is forgotten (ms), which bounds how many callers are known. */
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

export interface TurnOptions {
  /** Turns at once. */
  slots?: number
  /** Turns that one caller has at once; the market itself may have all. */
  most?: number
  now?: () => number
}

/**
 * Turns at the sessions of a database. Whoever has had the least of them lately comes first; the market's own work
 * (`who` undefined) counts as none. Waiting makes up for what was had, so that everybody comes.
 */
export class FairTurns {
  readonly #now: () => number
  readonly #most: number
  readonly #waiting: Waiting[] = []
  readonly #had = new Map<string, Had>()
  /** Turns that callers have now. */
  readonly #held = new Map<string, number>()
  #free: number

  constructor({ slots = 1, most = slots, now = () => performance.now() }: TurnOptions = {}) {
    this.#now = now
    this.#most = most
    this.#free = slots
  }

  /** How many wait. */
  get length(): number {
    return this.#waiting.length
  }

  /** Resolves when it is one's turn: to the function that ends it. */
  async take(who: string | undefined): Promise<() => void> {
    if (this.#free > 0 && this.#mayBegin(who)) this.#begin(who)
    else await new Promise<void>((next) => this.#waiting.push({ who, since: this.#now(), next }))
    const since = this.#now()
    return () => this.#end(who, since)
  }

  #mayBegin(who: string | undefined): boolean {
    return who === undefined || (this.#held.get(who) ?? 0) < this.#most
  }

  #begin(who: string | undefined): void {
    this.#free--
    if (who !== undefined) this.#held.set(who, (this.#held.get(who) ?? 0) + 1)
  }

  /** Ends a turn and hands it on before anybody else can ask, so that nobody slips in between. */
  #end(who: string | undefined, since: number): void {
    const now = this.#now()
    this.#free++
    if (who !== undefined) {
      this.#count(who, now - since, now)
      const left = (this.#held.get(who) ?? 0) - 1
      if (left > 0) this.#held.set(who, left)
      else this.#held.delete(who)
    }
    let first: Waiting | undefined
    let least = Infinity
    for (const one of this.#waiting) {
      const due = this.#hadBy(one.who, now) - (now - one.since) / WAIT_PER_USE
      if (due < least && this.#mayBegin(one.who)) [first, least] = [one, due]
    }
    if (!first) return
    this.#waiting.splice(this.#waiting.indexOf(first), 1)
    this.#begin(first.who)
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
