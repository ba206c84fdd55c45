import type { DeviceEndpointName, Input, Output } from '#contract/registry.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Env } from '../env/env.ts'
import { NotLoaded } from '../env/load.ts'
import { endpointOf } from './endpoints.ts'
import { classify, type WireOutcome } from './envelope.ts'

/** How long a call may take (ms, spec §9). */
export const TIMEOUT = 30_000
/** Bodies of at least this many characters are compressed. */
const COMPRESS_FROM = 1_000

/** The speaker's token and language. Without a token the speaker is not known to the server. */
export interface Credentials {
  token: string | undefined
  language: string
}

/**
 * Sends one call and says what came of it; never throws for what a network can do. One that `signal` ends may have had
 * its effect, as one that timed out.
 */
export interface Wire {
  send<N extends DeviceEndpointName>(
    name: N,
    input: Input<N>,
    speaker: Credentials,
    signal?: AbortSignal,
  ): Promise<WireOutcome<Output<N>>>
}

export function createWire(env: Env, base = ''): Wire {
  return {
    async send(name, input, speaker, signal) {
      const endpoint = await endpointOf(name).catch((error: unknown) => {
        if (!(error instanceof NotLoaded)) throw error
      })
      // The endpoint's code is still at the server, which cannot be reached.
      if (!endpoint) return { kind: 'unreachable' }
      const outcome = await exchange(env, base, endpoint, input as Record<string, unknown>, speaker, signal)
      if (outcome.kind !== 'accepted') return outcome
      const data = endpoint.output.safeParse(outcome.data)
      return data.success ? { kind: 'accepted', data: data.data as Output<typeof name> } : { kind: 'unreadable' }
    },
  }
}

async function exchange(
  env: Env,
  base: string,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  speaker: Credentials,
  signal: AbortSignal | undefined,
): Promise<WireOutcome> {
  const controller = new AbortController()
  const end = (): void => controller.abort()
  const cancel = env.later(TIMEOUT, end)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    const { url, init } = await request(base, endpoint, input, speaker)
    const response = await env.fetch(url, { ...init, signal: controller.signal })
    if (response.type === 'opaqueredirect') return { kind: 'unreachable' }
    return classify(response.status, response.headers, await response.text(), env.now(), endpoint.noneYet)
  } catch (error) {
    // fetch rejects with a TypeError for every way a network fails, and an AbortError for our timeout.
    if (
      error instanceof TypeError ||
      (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NetworkError'))
    )
      return { kind: 'unreachable' }
    throw error
  } finally {
    cancel()
    signal?.removeEventListener('abort', end)
  }
}

async function request(
  base: string,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  speaker: Credentials,
): Promise<{ url: string; init: RequestInit }> {
  const headers = headersOf(speaker)
  // A captive portal's redirect must not be followed to its page: it would look like an answer.
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
  }
  if (endpoint.method === 'GET') {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value))
    const text = String(query)
    return { url: `${base}${endpoint.path}${text && `?${text}`}`, init }
  }
  const json = JSON.stringify(input)
  headers['Content-Type'] = 'application/json'
  // Safari before 16.4 cannot compress.
  if (json.length < COMPRESS_FROM || typeof CompressionStream === 'undefined')
    return { url: base + endpoint.path, init: { ...init, body: json } }
  headers['Content-Encoding'] = 'gzip'
  return { url: base + endpoint.path, init: { ...init, body: await gzip(json) } }
}

/** The headers of every call (spec §7). */
export function headersOf(speaker: Credentials): Record<string, string> {
  return { 'Accept-Language': speaker.language, ...(speaker.token === undefined ? {} : { token: speaker.token }) }
}

const gzip = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
