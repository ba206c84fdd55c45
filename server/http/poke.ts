import type { Bounds } from '../turns/bounds.ts'
import type { Db } from '../db/tables/tables.ts'
import { onFeed } from '../feed/listeners.ts'

/** Comments keep proxies from closing a silent stream, and tell the device that it lives (ms). */
const HEARTBEAT = 25_000
/** The most streams of a person: one for each device, and some that have not noticed their end. */
const STREAMS = 20
/** The most streams from one address, which a whole village may share. */
const ADDRESS_STREAMS = 500
/** The most streams of all persons together. */
const ALL_STREAMS = 10_000

export interface PokeOptions {
  /** Whose feeds rise. */
  db: Db
  /** Those of some sessions' tokens (hashes) that are live, in hex. */
  live(tokenHashes: readonly Uint8Array[]): Promise<ReadonlySet<string>>
  /** Those of some listeners at stores who still are members, as `uid userId`. */
  members(listeners: readonly Pick<Listener, 'uid' | 'userId'>[]): Promise<ReadonlySet<string>>
  bounds?: Bounds | undefined
}

/** A listener hears their own feed, or that of a store of which they are a member. */
interface Listener {
  uid: string
  userId: string
  tokenHash: Uint8Array
  /** The caller's address as it is limited. */
  from: string
}

/** The streams of one market that say "pull now". */
export interface Pokes {
  /**
   * A stream that speaks at its opening and whenever the owner's feed rises, here or in another process, with the
   * position it rose to. It ends when the caller goes, or when the session or the membership has: at each beat all of
   * them are looked up together. Undefined when there are too many streams: of the caller's address, or of all, unless
   * another address has more of them, whose oldest then ends.
   */
  open(listener: Listener, gone: AbortSignal): Response | undefined
  /** Ends all streams; resolves once nothing of them asks the database any more. */
  close(): Promise<void>
}

interface Stream extends Listener {
  session: string
  say(text: string): void
  finish(): void
}

/** Whether a listener still may hear the feed: their own, or that of a store whose members they still are. */
async function membersAmong(all: readonly Listener[], members: PokeOptions['members']) {
  const atStores = all.filter(({ uid, userId }) => uid !== userId)
  const still = atStores.length > 0 ? await members(atStores) : new Set()
  return ({ uid, userId }: Listener): boolean => uid === userId || still.has(`${uid} ${userId}`)
}

/** All streams, by address. */
function streamsByAddress(bounds: Bounds | undefined) {
  const all = new Map<string, Set<Stream>>()
  let count = 0
  const fullest = (): Set<Stream> =>
    [...all.values()].reduce((most, one) => (one.size > most.size ? one : most), new Set())
  bounds?.add({ name: 'Poke streams', limit: ALL_STREAMS, unit: 'entries', use: () => count })
  bounds?.add({
    name: 'Poke streams from one address',
    limit: ADDRESS_STREAMS,
    unit: 'entries',
    use: () => fullest().size,
  })
  return {
    count: (): number => count,
    add: (stream: Stream): void => {
      all.set(stream.from, (all.get(stream.from) ?? new Set()).add(stream))
      count++
    },
    delete: (stream: Stream): void => {
      const near = all.get(stream.from)
      if (near?.delete(stream)) count--
      if (near?.size === 0) all.delete(stream.from)
    },
    /** Whether there is room for one more stream from an address; a flood from another makes it. */
    hasRoom: (from: string): boolean => {
      const mine = all.get(from)?.size ?? 0
      if (mine >= ADDRESS_STREAMS) return false
      if (count < ALL_STREAMS) return true
      const most = fullest()
      if (most.size <= mine + 1) return false
      most.values().next().value!.finish()
      return true
    },
  }
}

/** Tells streams by person that they live, and ends those that may not hear any more. */
function heartbeat(
  streams: ReadonlyMap<string, ReadonlySet<Stream>>,
  { live, members }: Pick<PokeOptions, 'live' | 'members'>,
) {
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | undefined
  const beatAll = async (): Promise<void> => {
    const all = [...streams.values()].flatMap((mine) => [...mine])
    // A database that does not answer ends no stream: the next beat asks again, and devices notice silence themselves.
    const valid = await live(all.map((stream) => stream.tokenHash))
    const still = await membersAmong(all, members)
    for (const stream of all) {
      // Some have ended meanwhile.
      if (!streams.get(stream.userId)?.has(stream)) continue
      if (valid.has(stream.session) && still(stream)) stream.say(': alive\n\n')
      else stream.finish()
    }
  }
  return {
    start: (): void => {
      timer ??= setInterval(() => {
        beating = beatAll().catch((error: unknown) => console.error(error))
      }, HEARTBEAT).unref()
    },
    stop: (): void => {
      clearInterval(timer)
      timer = undefined
    },
    /** Resolves once the beat that is under way is over. */
    under: async (): Promise<void> => beating,
  }
}

export function createPokes({ db, live, members, bounds }: PokeOptions): Pokes {
  /** By person, the oldest first. */
  const streams = new Map<string, Set<Stream>>()
  const addresses = streamsByAddress(bounds)
  const beat = heartbeat(streams, { live, members })
  const opened = (userId: string, stream: Stream): void => {
    const mine = streams.get(userId) ?? new Set()
    streams.set(userId, mine.add(stream))
    addresses.add(stream)
    beat.start()
    if (mine.size > STREAMS) mine.values().next().value!.finish()
  }
  const closed = (userId: string, stream: Stream): void => {
    const mine = streams.get(userId)
    if (!mine?.delete(stream)) return
    if (mine.size === 0) streams.delete(userId)
    addresses.delete(stream)
    if (addresses.count() === 0) beat.stop()
  }

  return {
    async close() {
      for (const mine of streams.values()) for (const stream of mine) stream.finish()
      await beat.under()
    },
    open: (listener, gone) => {
      const { uid, userId, tokenHash, from } = listener
      if (!addresses.hasRoom(from)) return undefined
      const bytes = new TextEncoder()
      let end = (): void => {}
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const finish = (): void => {
            end()
            controller.close()
          }
          // On PostgreSQL a rise is told here, and once more by the database.
          let lastSent = ''
          const stop = onFeed(db, uid, (position = '') => {
            if (position !== '' && position === lastSent) return
            lastSent = position
            stream.say(`event: poke\ndata:${position}\n\n`)
          })
          const stream: Stream = {
            ...listener,
            session: Buffer.from(tokenHash).toString('hex'),
            say: (text) => controller.enqueue(bytes.encode(text)),
            finish,
          }
          end = () => {
            stop()
            closed(userId, stream)
            gone.removeEventListener('abort', finish)
          }
          gone.addEventListener('abort', finish)
          // The caller may have gone while its session was looked up.
          if (gone.aborted) return finish()
          opened(userId, stream)
          stream.say('event: poke\ndata:\n\n')
        },
        cancel: () => end(),
      })
      return new Response(body, {
        headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
      })
    },
  }
}
