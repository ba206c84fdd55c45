import { Envelope } from '#contract/wire/schema-envelope.ts'
import { Refusal } from '#contract/wire/schema-refusals.ts'
import { retryAfter } from './retry-after.ts'

/** The outcome of a request, in sync's one vocabulary. */
export type WireOutcome<T = unknown> =
  | { kind: 'accepted'; data: T }
  | { kind: 'refused'; refusal: Refusal }
  /** Try again after `retryAfter` (ms); `refusal` when the server says why. */
  | { kind: 'busy'; retryAfter: number; refusal?: Refusal }
  | { kind: 'tooLarge' }
  | { kind: 'updateNeeded' }
  /** `deleted`: the account itself is gone. */
  | { kind: 'sessionGone'; deleted?: true }
  /** It arrived whole and is ours, but in a form that only a newer app reads: it may have had its effect. */
  | { kind: 'unreadable' }
  | { kind: 'unreachable' }

// The only place on this side that knows the envelope's codes (law 11, spec §8).
const SUCCESS = 1
const NONE_YET = 0
const SESSION_GONE = 401
const TOO_LARGE = 413
const UPDATE_NEEDED = 426
const BUSY = new Set([409, 429, 503])
const refusing = (code: number): boolean => code === 0 || (code >= 400 && code < 500)

/**
 * Classifies an answer that arrived whole. `body` is what was received; anything that is not our envelope is
 * unreachable, be it a 200. `noneYet`: code 0 brings data, unless it brings a refusal.
 */
export function classify(status: number, headers: Headers, body: string, now: number, noneYet = false): WireOutcome {
  const envelope = Envelope.safeParse(parseJson(body))
  if (!envelope.success) {
    // A proxy before us may speak for itself: it did not let the request through.
    if (status === 429 || status === 503)
      return { kind: 'busy', retryAfter: retryAfter(headers.get('Retry-After'), now) }
    return { kind: 'unreachable' }
  }
  const { code, msg, data } = envelope.data
  if (code === SUCCESS) return status === 200 ? { kind: 'accepted', data } : { kind: 'unreachable' }
  if (noneYet && code === NONE_YET && status === 200 && !Refusal.safeParse(data).success)
    return { kind: 'accepted', data }
  if (code === SESSION_GONE) return saysDeleted(data) ? { kind: 'sessionGone', deleted: true } : { kind: 'sessionGone' }
  if (code === UPDATE_NEEDED) return { kind: 'updateNeeded' }
  if (code === TOO_LARGE) return { kind: 'tooLarge' }
  const refusal = refusalIn(data, msg)
  if (BUSY.has(code) || (code >= 500 && saysNoEffect(data))) {
    return {
      kind: 'busy',
      retryAfter: retryAfter(headers.get('Retry-After'), now),
      ...(refusal && refusal.reason !== 'busy' ? { refusal } : {}),
    }
  }
  if (!refusing(code)) return { kind: 'unreachable' }
  return { kind: 'refused', refusal: refusal ?? inWords('requestFailed', msg) }
}

/** The refusal in an answer, with the server's words for it (spec §8). */
function refusalIn(data: unknown, msg: string): Refusal | undefined {
  const refusal = Refusal.safeParse(data)
  return refusal.success ? inWords(refusal.data.reason, msg, refusal.data) : undefined
}

const inWords = (reason: Refusal['reason'], msg: string, more: object = {}): Refusal =>
  Refusal.parse({ ...(msg.trim() ? { msg } : {}), ...more, reason })

const saysDeleted = (data: unknown): boolean => Refusal.safeParse(data).data?.reason === 'accountGone'

const saysNoEffect = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'effect' in data && data.effect === 'none'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is not an error of ours: the caller calls it unreachable.
    return undefined
  }
}
