import { onFeed } from '../feed/owner-feed.ts'

/** Comments keep proxies from closing a silent stream, and tell the device that it lives (ms). */
const HEARTBEAT = 25_000

/**
 * The stream that says only "pull now": at its opening and whenever the person's feed rises, here or in
 * another process. It ends when the caller goes, or when the session has: `stillValid` is asked at each beat.
 */
export function pokeStream(userId: string, stillValid: () => Promise<boolean>, gone: AbortSignal): Response {
  const bytes = new TextEncoder()
  let end = (): void => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string): void => controller.enqueue(bytes.encode(text))
      const stop = onFeed((id) => { if (id === userId) say('event: poke\ndata:\n\n') })
      const beat = setInterval(() => {
        stillValid().then((valid) => { if (valid) say(': alive\n\n'); else finish() }, (error: unknown) => { console.error(error); finish() })
      }, HEARTBEAT)
      beat.unref()
      end = () => { clearInterval(beat); stop(); gone.removeEventListener('abort', finish) }
      const finish = (): void => { end(); controller.close() }
      gone.addEventListener('abort', finish)
      // The caller may have gone while its session was looked up.
      if (gone.aborted) return finish()
      say('event: poke\ndata:\n\n')
    },
    cancel: () => end(),
  })
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' } })
}
