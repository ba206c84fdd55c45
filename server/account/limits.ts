import type { Bounds } from '../turns/bounds.ts'
import { createLimiter, type Limiter, type LimiterOptions } from '../turns/limits.ts'

/** Remembers places; at most so many, the one not met for longest is forgotten first. */
interface Familiar {
  has(place: string): boolean
  add(place: string): void
}
const FAMILIAR = 50_000

function familiarPlaces(bounds?: Bounds): Familiar {
  const places = new Set<string>()
  bounds?.add({ name: 'Places of sign-in remembered', limit: FAMILIAR, unit: 'entries', use: () => places.size })
  return {
    has: (place) => places.has(place),
    add: (place) => {
      places.delete(place)
      places.add(place)
      if (places.size > FAMILIAR) places.delete(places.values().next().value!)
    },
  }
}

/** How much one may try; each server process counts for itself. */
export interface AccountLimits {
  /** Wrong passwords, by account and caller's address together: nobody locks anybody else out. */
  passwords: Limiter
  /**
   * Wrong passwords by account, from wherever: a slow one, so that many addresses together get no further than a few.
   */
  account: Limiter
  /** From where somebody has signed in to an account lately: there the slow one does not hold. */
  familiar: Familiar
  /** Mails with codes, by caller's address (an address of a mail has its own pause of a minute). */
  codes: Limiter
  /** Mails with codes, by the address that they go to: three an hour for long. */
  mails: Limiter
  /** Wrong codes, by the address that was to be registered and the caller's together. */
  guesses: Limiter
}

export type Limit = Exclude<keyof AccountLimits, 'familiar'>

const defaults: Record<Limit, LimiterOptions> = {
  passwords: { capacity: 10, refillPerSecond: 10 / 900, maxKeys: 50_000 },
  account: { capacity: 100, refillPerSecond: 0.1, maxKeys: 50_000 },
  codes: { capacity: 60, refillPerSecond: 60 / 3600, maxKeys: 50_000 },
  mails: { capacity: 10, refillPerSecond: 1 / 1200, maxKeys: 50_000 },
  guesses: { capacity: 5, refillPerSecond: 5 / 600, maxKeys: 50_000 },
}

/** The limits, each with its default where none is given. */
export function accountLimits(given: Partial<Record<Limit, LimiterOptions>> = {}, bounds?: Bounds): AccountLimits {
  const limiter = (name: Limit, counts: string): Limiter => createLimiter(given[name] ?? defaults[name], bounds, counts)
  return {
    passwords: limiter('passwords', 'Accounts and addresses counted for passwords'),
    account: limiter('account', 'Accounts counted for passwords'),
    familiar: familiarPlaces(bounds),
    codes: limiter('codes', 'Addresses counted for codes'),
    mails: limiter('mails', 'Mailboxes counted for codes'),
    guesses: limiter('guesses', 'Mailboxes and addresses counted for guesses'),
  }
}
