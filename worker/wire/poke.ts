import { POKE_PATH } from '#contract/sync/schema.ts'
import type { Env } from '../env/env.ts'
import { headersOf, type Credentials } from './wire.ts'

/** Silence beyond which a stream is taken for dead: the server sends a comment every 25 s. */
const SILENCE = 60_000

/**
 * Listens to the server's "pull now" stream until it ends, `signal` is aborted, or it falls silent.
 * Server-sent events over fetch, so that the token travels in its header and never in an address. `poke` is told the
 * position that the feed has risen to; empty when the server does not say.
 * Resolves with whether the stream was ever open.
 */
export async function listenForPokes(
  env: Env,
  base: string,
  speaker: Credentials,
  signal: AbortSignal,
  poke: (position: string) => void,
  /** A store's, whose member speaks; else the speaker's own. */
  uid?: string,
): Promise<boolean> {
  // Over before it began: an event that has been will not come, and the lease would be kept until the silence is long
  // enough.
  if (signal.aborted) return false
  const controller = new AbortController()
  const end = (): void => controller.abort()
  signal.addEventListener('abort', end)
  let callOff = env.later(SILENCE, end)
  let open = false
  try {
    const response = await env.fetch(base + POKE_PATH + (uid === undefined ? '' : `?uid=${uid}`), {
      headers: { ...headersOf(speaker), Accept: 'text/event-stream' },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: controller.signal,
    })
    if (
      response.status !== 200 ||
      !response.headers.get('Content-Type')?.startsWith('text/event-stream') ||
      !response.body
    ) {
      await response.body?.cancel()
      return false
    }
    open = true
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    let [event, data] = ['', '']
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return open
      callOff()
      callOff = env.later(SILENCE, end)
      const lines = (rest + value).split('\n')
      rest = lines.pop()!
      for (const line of lines.map((l) => l.trim())) {
        if (line.startsWith('event:')) event = line.slice('event:'.length).trim()
        else if (line.startsWith('data:')) data = line.slice('data:'.length).trim()
        else if (line === '') {
          if (event === 'poke') poke(data)
          ;[event, data] = ['', '']
        }
      }
    }
  } catch (error) {
    if (
      error instanceof TypeError ||
      (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NetworkError'))
    )
      return open
    throw error
  } finally {
    callOff()
    controller.abort()
    signal.removeEventListener('abort', end)
  }
}
