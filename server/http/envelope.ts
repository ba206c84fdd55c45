import type { RefusalReason } from '#contract/wire/refusal-reasons.ts'
import type { Envelope } from '#contract/wire/schema-envelope.ts'
import type { LocaleCode } from '#contract/text/locales.ts'
import { text } from '../texts/texts.ts'
import type { Answer, NoneYet } from './handlers.ts'

// The only place on this side that knows the envelope's codes (law 11, spec §8). Where a code is an HTTP
// status it is the response's status too, so that proxies and logs see what happened.

const SUCCESS = 1
const FAILED = 0
const BROKEN = 500
const codes: Partial<Record<RefusalReason, number>> = {
  pleaseLogin: 401,
  sessionEnded: 401,
  accountGone: 401,
  wrongOwner: 403,
  noRight: 403,
  factorNeeded: 403,
  notFound: 404,
  unknownCall: 404,
  productGone: 404,
  storeGone: 404,
  sheetGone: 404,
  idPurged: 410,
  tooLarge: 413,
  invalid: 422,
  unreadable: 422,
  idReused: 422,
  updateNeeded: 426,
  tooManyAttempts: 429,
  busy: 503,
}

const textOf = (envelope: Envelope): string => JSON.stringify(envelope)

function respond(code: number, msg: string, data: unknown, headers: Record<string, string> = {}): Response {
  return new Response(textOf({ code, msg, data }), {
    status: code >= 400 ? code : 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}

/** The text of a successful answer's envelope, for pages that are kept. */
export const acceptedText = (data: unknown): string => textOf({ code: SUCCESS, msg: '', data })

/** A kept page as an answer; one that the caller still has is only confirmed. */
export function keptAnswer(
  page: { body: Uint8Array<ArrayBuffer>; etag: string },
  ifNoneMatch: string | null,
): Response {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache', ETag: page.etag }
  return ifNoneMatch === page.etag ? new Response(null, { status: 304, headers }) : new Response(page.body, { headers })
}

/** An answer in its envelope, its message in the caller's language. */
export function envelope(answer: Answer<unknown> | NoneYet<unknown>, language: LocaleCode): Response {
  if (answer.kind === 'accepted') return respond(SUCCESS, '', answer.data)
  if (answer.kind === 'noneYet') return respond(FAILED, '', answer.data)
  if (answer.kind === 'busy')
    return respond(
      codes.busy!,
      text(language, 'refusals.busy'),
      { reason: 'busy' },
      { 'Retry-After': String(Math.ceil(answer.retryAfter / 1000)) },
    )
  const { reason, params } = answer.refusal
  const seconds = params?.['seconds']
  return respond(
    codes[reason] ?? FAILED,
    text(language, `refusals.${reason}`, params),
    answer.refusal,
    typeof seconds === 'number' ? { 'Retry-After': String(seconds) } : {},
  )
}

/**
 * The answer to a call that met a bug: no stack, no detail. The call may have had its effect, so the device asks again
 * under the same id.
 */
export const brokenEnvelope = (language: LocaleCode): Response =>
  respond(BROKEN, text(language, 'refusals.requestFailed'), { reason: 'requestFailed' })
