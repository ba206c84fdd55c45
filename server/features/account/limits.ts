import { refused } from '../../http/handlers.ts'
import { createLimiter, type Limiter, type LimiterOptions } from '../../http/limits.ts'

/** How much one may try; each server process counts for itself. */
export interface AccountLimits {
  /** Wrong passwords, by account and caller's address together: nobody locks anybody else out. */
  passwords: Limiter
  /** Mails with codes, by caller's address (an address of a mail has its own pause of a minute). */
  codes: Limiter
  /** Wrong codes, by the address that was to be registered and the caller's together. */
  guesses: Limiter
}

const defaults: Record<keyof AccountLimits, LimiterOptions> = {
  passwords: { capacity: 10, refillPerSecond: 10 / 900, maxKeys: 50_000 },
  codes: { capacity: 60, refillPerSecond: 60 / 3600, maxKeys: 50_000 },
  guesses: { capacity: 5, refillPerSecond: 5 / 600, maxKeys: 50_000 },
}

/** The limits, each with its default where none is given. */
export const accountLimits = (given: Partial<Record<keyof AccountLimits, LimiterOptions>> = {}): AccountLimits => ({
  passwords: createLimiter(given.passwords ?? defaults.passwords),
  codes: createLimiter(given.codes ?? defaults.codes),
  guesses: createLimiter(given.guesses ?? defaults.guesses),
})

/** The refusal that says in how many seconds it may be tried again. */
export const tooMany = (retryAfter: number): ReturnType<typeof refused> =>
  refused('tooManyAttempts', { seconds: Math.ceil(retryAfter / 1000) })
