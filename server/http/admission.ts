import type { Bounds } from '../turns/bounds.ts'
import type { Call } from './handlers.ts'
import { createLimiter, type LimiterOptions, type Taken } from '../turns/limits.ts'

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
/** An export reads every table: a person may have four at once, and another one every quarter of an hour. */
const EXPORTS: LimiterOptions = { capacity: 4, refillPerSecond: 4 / 3600, maxKeys: 50_000 }
/** The intents of a push, and the bytes of an inflated body, that each weigh as much as one call. */
const INTENTS_A_CALL = 40
const BYTES_A_CALL = 25_000

// One device has one push under way. A person's pushes follow each other, so what is in those that wait lies in
// memory; and what is being read does, before anybody knows how much it is. A push is a megabyte, a piece of a file
// ninety kilobytes, a whole one ten megabytes, any other body some twenty kilobytes (contract/wire/endpoint.ts): 64, 6,
// 80 and 80 MB at most, whoever sends them. An address may have more bodies under way than a person, because a village
// may stand behind it. What is answered lies in memory until the caller has taken it: a push's rows and a pull's page
// are two megabytes at most, and an export is everything that a person has.
const UNDER_WAY = {
  pushes: { what: 'Pushes under way', person: 8, address: 8, all: 64 },
  pulls: { what: 'Pulls under way', person: 8, address: 8, all: 256 },
  exports: { what: 'Exports under way', person: 1, address: 1, all: 4 },
  pieces: { what: 'Pieces of files under way', person: 4, address: 4, all: 64 },
  files: { what: 'Whole files under way', person: 2, address: 2, all: 8 },
  others: { what: 'Other calls under way', person: 64, address: 400, all: 4000 },
} as const
type Kind = keyof typeof UNDER_WAY
// Apart, so that a flood of them leaves its person everything else.
const KINDS: Partial<Record<string, Kind>> = {
  'sync.push': 'pushes',
  'sync.pull': 'pulls',
  'user.export': 'exports',
  'file.piece': 'pieces',
  'file.upload': 'files',
  'operator.logoSet': 'files',
  'operator.categoryPicture': 'files',
  'operator.sitePicture': 'files',
}

/**
 * The largest number of sessions remembered as live. The database is asked about these at once, under their own limits.
 */
const SESSIONS_KNOWN = 50_000

/**
 * Calls by which strangers become persons. They have a bucket apart, so that a neighbour who only reads keeps nobody
 * out, and a live token buys no more guesses.
 */
const byAddress = new Set(['user.login', 'user.register', 'user.emailCode'])

/** Somebody with a live session. */
export interface KnownCaller {
  user: NonNullable<Call['user']>
  tokenHash: Uint8Array
}
/** The sender of a call: address, hash of the token (undefined without one), and time of the call (Unix ms). */
export interface Caller {
  from: string
  tokenHash: Uint8Array | undefined
  now: number
}
export type Admitted = { ok: true; known: KnownCaller | undefined } | Exclude<Taken, { ok: true }>

/** Lets calls in, or says when they may come again. */
export interface Admission {
  /**
   * Before anything of a call is read. `lookUp` asks the database whose a token is, and only for those who still may
   * ask: a flood of invented tokens costs an address its bucket and no query more.
   */
  call(
    caller: Caller,
    name: string,
    lookUp: (tokenHash: Uint8Array) => Promise<KnownCaller | undefined>,
  ): Promise<Admitted>
  /**
   * Counts a call as under way, before its body is read and until its answer has been taken. Returns the way to say
   * that it is over; undefined when its person, its address or all together have too many.
   */
  enter(call: Call, name: string): (() => void) | undefined
  /** Charges for what a call holds and asks for, once its body has been read; `bytes` inflated. */
  content(call: Call, name: string, input: unknown, bytes: number): Taken
}

export function createAdmission(anonymous = ANONYMOUS, signedIn = SIGNED_IN, bounds?: Bounds): Admission {
  const strangers = createLimiter(anonymous, bounds, 'Addresses counted')
  const sessions = createLimiter(signedIn.session, bounds, 'Sessions counted')
  const persons = createLimiter(signedIn.person, bounds, 'Persons counted')
  const exported = createLimiter(EXPORTS, bounds, 'Persons whose exports are counted')
  const recognise = sessionMemory(bounds)
  const paid = (key: string, userId: string, now: number, cost: number): Taken => {
    const taken = sessions.take(key, now, cost)
    return taken.ok ? persons.take(userId, now, cost) : taken
  }
  return {
    call: async ({ from, tokenHash, now }, name, lookUp) => {
      if (byAddress.has(name)) {
        const taken = strangers.take(`account ${from}`, now)
        return taken.ok ? { ok: true, known: undefined } : taken
      }
      const key = tokenHash && keyOf(tokenHash)
      const before = key === undefined ? undefined : recognise.userOf(key)
      if (tokenHash && key !== undefined) {
        // A bucket apart: whoever reads without end at the same address keeps no unknown session from being looked up.
        const taken = before === undefined ? strangers.take(`token ${from}`, now) : paid(key, before, now, 1)
        if (!taken.ok) return taken
        const known = await lookUp(tokenHash)
        recognise.learn(key, known?.user.id)
        if (known) {
          const first: Taken = before === undefined ? paid(key, known.user.id, now, 1) : { ok: true }
          return first.ok ? { ok: true, known } : first
        }
      }
      const taken = strangers.take(from, now)
      return taken.ok ? { ok: true, known: undefined } : taken
    },
    enter: callsUnderWay(bounds),
    content: ({ user, tokenHash, from, now }, name, input, bytes) => {
      if (user && name === 'user.export') return exported.take(user.id, now())
      const intents =
        typeof input === 'object' && input !== null && 'intents' in input && Array.isArray(input.intents)
          ? input.intents.length
          : 0
      const cost = Math.floor(intents / INTENTS_A_CALL) + Math.floor(bytes / BYTES_A_CALL)
      if (cost === 0) return { ok: true }
      return user && tokenHash ? paid(keyOf(tokenHash), user.id, now(), cost) : strangers.take(from, now(), cost)
    },
  }
}

const keyOf = (tokenHash: Uint8Array): string => Buffer.from(tokenHash).toString('base64')

/** Whose sessions were live when they were last looked up; that one still is says the database alone. */
function sessionMemory(bounds: Bounds | undefined): {
  userOf(key: string): string | undefined
  learn(key: string, userId: string | undefined): void
} {
  // In the order of use, because a key is deleted and set again.
  const live = new Map<string, string>()
  bounds?.add({ name: 'Sessions remembered', limit: SESSIONS_KNOWN, unit: 'entries', use: () => live.size })
  return {
    userOf: (key) => live.get(key),
    learn: (key, userId) => {
      live.delete(key)
      if (userId === undefined) return
      live.set(key, userId)
      if (live.size > SESSIONS_KNOWN) live.delete(live.keys().next().value!)
    },
  }
}

/** Counts the calls under way by person or address, and all together. */
function callsUnderWay(bounds: Bounds | undefined): Admission['enter'] {
  const by = new Map<string, number>()
  const all: Record<Kind, number> = { pushes: 0, pulls: 0, exports: 0, pieces: 0, files: 0, others: 0 }
  for (const kind of Object.keys(UNDER_WAY) as Kind[]) {
    const { what, all: limit } = UNDER_WAY[kind]
    bounds?.add({ name: what, limit, unit: 'entries', use: () => all[kind] })
  }
  return ({ user, from }, name) => {
    const kind = KINDS[name] ?? 'others'
    const { all: mostOfAll, person, address } = UNDER_WAY[kind]
    const most = user ? person : address
    const key = `${kind} ${user?.id ?? from}`
    const others = by.get(key) ?? 0
    if (others >= most || all[kind] >= mostOfAll) return undefined
    by.set(key, others + 1)
    all[kind]++
    return () => {
      all[kind]--
      const left = by.get(key)! - 1
      if (left > 0) by.set(key, left)
      else by.delete(key)
    }
  }
}
