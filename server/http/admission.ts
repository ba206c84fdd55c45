import type { Call } from './handlers.ts'
import { createLimiter, type LimiterOptions, type Taken } from './limits.ts'

/** An ordinary page asks a dozen things; a shared address (a village behind one) asks many times that. */
const ANONYMOUS: LimiterOptions = { capacity: 1200, refillPerSecond: 20, maxKeys: 50_000 }

/** How much may be asked under one session, and under all sessions of a person together. */
export interface SignedInLimits {
  session: LimiterOptions
  person: LimiterOptions
}

// A device that was away for months sends ten pushes of a thousand intents; one that has gone wild leaves half of
// what its person may ask to their other devices.
const SIGNED_IN: SignedInLimits = {
  session: { capacity: 3000, refillPerSecond: 50, maxKeys: 50_000 },
  person: { capacity: 6000, refillPerSecond: 100, maxKeys: 50_000 },
}
/** So many intents of a push weigh as much as a call, and so many bytes of a body once inflated. */
const INTENTS_A_CALL = 40
const BYTES_A_CALL = 25_000

// One device has one push under way. A person's pushes follow each other, so what is in those that wait lies in
// memory; and what is being read does, before anybody knows how much it is.
const PUSHES_AT_ONCE = 8
const BODIES_AT_ONCE = 64

/**
 * Calls by which strangers become persons. They have a bucket apart, so that a neighbour who only reads keeps nobody
 * out, and a live token buys no more guesses.
 */
const byAddress = new Set(['user.login', 'user.register', 'user.emailCode'])

/** Lets calls in, or says when they may come again. */
export interface Admission {
  /** Before anything of it is read. */
  call(call: Call, name: string): Taken
  /**
   * One more with a body under way, before that is read: how to say that it is over; undefined when the person has too
   * many.
   */
  enter(call: Call, name: string): (() => void) | undefined
  /** What is in it, once it has been read; `bytes` inflated. */
  content(call: Call, input: unknown, bytes: number): Taken
}

export function createAdmission(anonymous = ANONYMOUS, signedIn = SIGNED_IN): Admission {
  const strangers = createLimiter(anonymous)
  const sessions = createLimiter(signedIn.session)
  const persons = createLimiter(signedIn.person)
  const underWay = new Map<string, number>()
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
    enter: ({ user }, name) => {
      if (!user) return () => undefined
      // Apart, so that a flood of pushes leaves its person everything else.
      const [key, most] = name === 'sync.push' ? [`push ${user.id}`, PUSHES_AT_ONCE] : [user.id, BODIES_AT_ONCE]
      const others = underWay.get(key) ?? 0
      if (others >= most) return undefined
      underWay.set(key, others + 1)
      return () => {
        const left = underWay.get(key)! - 1
        if (left > 0) underWay.set(key, left)
        else underWay.delete(key)
      }
    },
    content: (call, input, bytes) => {
      const intents =
        typeof input === 'object' && input !== null && 'intents' in input && Array.isArray(input.intents)
          ? input.intents.length
          : 0
      const cost = Math.floor(intents / INTENTS_A_CALL) + Math.floor(bytes / BYTES_A_CALL)
      if (cost === 0) return { ok: true }
      return call.user ? known(call, cost) : strangers.take(call.from, call.now(), cost)
    },
  }
}
