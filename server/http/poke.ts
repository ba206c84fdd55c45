import { onFeed } from '../feed/owner-feed.ts'

/** Comments keep proxies from closing a silent stream, and tell the device that it lives (ms). */
const HEARTBEAT = 25_000
/** So many streams a person: one for each device, and some that have not noticed their end. */
const STREAMS = 20

/** The ends of each person's open streams, the oldest first. */
const streams = new Map<string, Set<() => void>>()

/** Remembers an open stream by its end; when there are too many, the person's oldest ends. */
function opened(userId: string, finish: () => void): void {
  const mine = streams.get(userId) ?? new Set()
  streams.set(userId, mine.add(finish))
  if (mine.size > STREAMS) mine.values().next().value!()
}
function closed(userId: string, finish: () => void): void {
  const mine = streams.get(userId)
  mine?.delete(finish)
  if (mine?.size === 0) streams.delete(userId)
}

/**
 * The stream that says "pull now": at its opening and whenever the person's feed rises, here or in another process,
 * with the cursor it rose to. It ends when the caller goes, or when the session has: `stillValid` is asked at each beat.
 */
export function pokeStream(userId: string, stillValid: () => Promise<boolean>, gone: AbortSignal): Response {
  const bytes = new TextEncoder()
  let end = (): void => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string): void => controller.enqueue(bytes.encode(text))
      const stop = onFeed((id, cursor = '') => {
        if (id === userId) say(`event: poke\ndata:${cursor}\n\n`)
      })
      const beat = setInterval(() => {
        stillValid().then(
          (valid) => {
            if (valid) say(': alive\n\n')
            else finish()
          },
          (error: unknown) => {
            console.error(error)
            finish()
          },
        )
      }, HEARTBEAT)
      beat.unref()
      end = () => {
        clearInterval(beat)
        stop()
        closed(userId, finish)
        gone.removeEventListener('abort', finish)
      }
      const finish = (): void => {
        end()
        controller.close()
      }
      gone.addEventListener('abort', finish)
      // The caller may have gone while its session was looked up.
      if (gone.aborted) return finish()
      opened(userId, finish)
      say('event: poke\ndata:\n\n')
    },
    cancel: () => end(),
  })
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  })
}
