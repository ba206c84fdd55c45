import type { Db } from '../db/tables.ts'
import { onFeed, type FeedListener } from '../feed/listeners.ts'

/** Comments keep proxies from closing a silent stream, and tell the device that it lives (ms). */
const HEARTBEAT = 25_000
/** So many streams a person: one for each device, and some that have not noticed their end. */
const STREAMS = 20

/** Opens a stream for a person of one market. `stillValid` is asked at each beat. */
type Pokes = (userId: string, stillValid: () => Promise<boolean>, gone: AbortSignal) => Response

/** The streams of one market; each person's in their order, the oldest first. */
export function createPokes(db: Db): Pokes {
  const ends = new Map<string, Set<() => void>>()
  /** Remembers an open stream by its end; when there are too many, the person's oldest ends. */
  const opened = (userId: string, finish: () => void): void => {
    const mine = ends.get(userId) ?? new Set()
    ends.set(userId, mine.add(finish))
    if (mine.size > STREAMS) mine.values().next().value!()
  }
  const closed = (userId: string, finish: () => void): void => {
    const mine = ends.get(userId)
    mine?.delete(finish)
    if (mine?.size === 0) ends.delete(userId)
  }
  return (userId, stillValid, gone) =>
    pokeStream({
      gone,
      stillValid,
      onRise: (listener) => onFeed(db, userId, listener),
      opened: (finish) => opened(userId, finish),
      closed: (finish) => closed(userId, finish),
    })
}

/** What one stream is made of. */
interface StreamParts {
  gone: AbortSignal
  stillValid(): Promise<boolean>
  onRise(listener: FeedListener): () => void
  opened(finish: () => void): void
  closed(finish: () => void): void
}

/**
 * The stream that says "pull now": at its opening and whenever the person's feed rises, here or in another process,
 * with the cursor it rose to. It ends when the caller goes, or when the session has: `stillValid` is asked at each beat.
 */
function pokeStream({ gone, stillValid, onRise, opened, closed }: StreamParts): Response {
  const bytes = new TextEncoder()
  let end = (): void => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string): void => controller.enqueue(bytes.encode(text))
      const stop = onRise((cursor = '') => say(`event: poke\ndata:${cursor}\n\n`))
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
        closed(finish)
        gone.removeEventListener('abort', finish)
      }
      const finish = (): void => {
        end()
        controller.close()
      }
      gone.addEventListener('abort', finish)
      // The caller may have gone while its session was looked up.
      if (gone.aborted) return finish()
      opened(finish)
      say('event: poke\ndata:\n\n')
    },
    cancel: () => end(),
  })
  return new Response(stream, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  })
}
