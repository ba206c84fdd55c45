import type { Call } from './handlers.ts'
import { createLimiter, type LimiterOptions, type Taken } from './limits.ts'

/** An ordinary page asks a dozen things; a shared address (a village behind one) asks many times that. */
const ANONYMOUS: LimiterOptions = { capacity: 1200, refillPerSecond: 20, maxKeys: 50_000 }

/** How much may be asked under one session, and under all sessions of a person together. */
export interface SignedInLimits { session: LimiterOptions; person: LimiterOptions }

// A device that was away for months sends ten pushes of a thousand intents; one that has gone wild leaves half of
// what its person may ask to their other devices.
const SIGNED_IN: SignedInLimits = {
  session: { capacity: 3000, refillPerSecond: 50, maxKeys: 50_000 },
  person: { capacity: 6000, refillPerSecond: 100, maxKeys: 50_000 },
}
/** So many intents of a push weigh as much as a call. */
const INTENTS_A_CALL = 40

/** Calls by which strangers become persons. They have a bucket apart, so that a neighbour who only reads keeps nobody out, and a live token buys no more guesses. */
const byAddress = new Set(['user.login', 'user.register', 'user.emailCode'])

/** Lets calls in, or says when they may come again. */
export interface Admission {
  /** Before anything of it is read. */
  call(call: Call, name: string): Taken
  /** What is in it, once it has been read. */
  content(call: Call, input: unknown): Taken
}

export function createAdmission(anonymous = ANONYMOUS, signedIn = SIGNED_IN): Admission {
  const strangers = createLimiter(anonymous)
  const sessions = createLimiter(signedIn.session)
  const persons = createLimiter(signedIn.person)
  const known = ({ user, tokenHash, now }: Call, cost: number): Taken => {
    if (!user || !tokenHash) return { ok: true }
    const taken = sessions.take(Buffer.from(tokenHash).toString('base64'), now(), cost)
    return taken.ok ? persons.take(user.id, now(), cost) : taken
  }
  return {
    call: (call, name) => {
      if (byAddress.has(name)) return strangers.take(`account ${call.from}`, call.now())
      return call.user ? known(call, 1) : strangers.take(call.from, call.now())
    },
    content: (call, input) => {
      const intents = typeof input === 'object' && input !== null && 'intents' in input && Array.isArray(input.intents) ? input.intents.length : 0
      return intents > INTENTS_A_CALL ? known(call, Math.floor(intents / INTENTS_A_CALL)) : { ok: true }
    },
  }
}
