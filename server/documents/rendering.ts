import { Worker } from 'node:worker_threads'
import type { DocumentSource } from '#contract/document.ts'
import type { Bounds } from '../turns/bounds.ts'
import type { MadePage } from '../http/page/cache.ts'
import { createTurns } from '../turns/turns.ts'
import { errorText, type Beginning, type FromRenderer, type RenderOrder, type ToRenderer } from './wire.ts'

/** The most documents that wait for the one being rendered. Beyond that, a request gets the shell. */
const WAITING = 64
/** The most that the thread's objects take (MB). */
const MEMORY = 256
/** A rendering that has not ended by then never will (ms). */
const LATE = 15_000
/** The pause between the death of a thread and the start of the next one, doubled each time (ms). */
const REST = { first: 1_000, most: 60_000 }

/** Renders documents in a thread of its own, one after the other. */
export interface Rendering {
  /**
   * Makes a document of the rows that `ask` answers; undefined, and nothing done, where too many wait or the thread has
   * just died. `who` asks: callers take turns.
   *
   * @throws what the screen threw, that it took too long, or how the thread died over it
   */
  make(order: RenderOrder, ask: DocumentSource['ask'], who: string): Promise<MadePage | undefined>
  /** Gives up the orders that are left, and ends the thread. */
  close(): Promise<void>
}

/** The caller that waits for the order under way. */
interface UnderWay {
  ask: DocumentSource['ask']
  resolve(page: MadePage): void
  reject(error: Error): void
}

export interface RenderingOptions extends Beginning {
  bounds?: Bounds | undefined
  memory?: number
  late?: number
  rest?: typeof REST
}

/** Opens a rendering; its thread begins at once. */
export function openRendering({
  bounds,
  memory = MEMORY,
  late = LATE,
  rest = REST,
  ...beginning
}: RenderingOptions): Rendering {
  const inTurn = createTurns(1, WAITING, bounds, 'Documents that wait to be rendered')
  let current: UnderWay | undefined
  let closed = false
  let pause = rest.first
  let restUntil = 0

  const begin = (): Worker => {
    // Flags of the main thread (-e, --input-type) are not for this one.
    const begun = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: beginning satisfies Beginning,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    const tell = (message: ToRenderer): void => begun.postMessage(message)
    begun.on('message', (message: FromRenderer) => {
      if (thread !== begun || !current) return
      if (message.kind === 'made') {
        pause = rest.first
        current.resolve(message.page)
      } else if (message.kind === 'failed') current.reject(new Error(message.error))
      else {
        const { id, name, input } = message
        current.ask(name, input).then(
          (answer) => tell({ kind: 'answer', id, answer }),
          // A read that throws ends its document, and no more than that.
          (error: unknown) => tell({ kind: 'broken', id, error: errorText(error) }),
        )
      }
    })
    const died = (error: Error): void => {
      if (thread !== begun) return
      thread = undefined
      restUntil = performance.now() + pause
      pause = Math.min(2 * pause, rest.most)
      current?.reject(error)
    }
    begun.on('error', died)
    begun.on('exit', (code) => died(new Error(`the thread that renders documents ended (${code})`)))
    return begun
  }
  let thread: Worker | undefined = begin()
  bounds?.add({
    name: 'Memory of the thread that renders documents',
    limit: memory * 1_048_576,
    unit: 'bytes',
    use: async () => (await thread?.getHeapStatistics())?.used_heap_size ?? 0,
  })

  const render = async (order: RenderOrder, ask: DocumentSource['ask']): Promise<MadePage | undefined> => {
    if (closed || (!thread && performance.now() < restUntil)) return undefined
    const own = (thread ??= begin())
    const { promise, resolve, reject } = Promise.withResolvers<MadePage>()
    current = { ask, resolve, reject }
    const impatient = setTimeout(() => void own.terminate(), late)
    try {
      own.postMessage({ kind: 'order', order } satisfies ToRenderer)
      return await promise
    } finally {
      clearTimeout(impatient)
      current = undefined
    }
  }
  return {
    make: (order, ask, who) => inTurn(() => render(order, ask), who),
    async close() {
      closed = true
      const own = thread
      thread = undefined
      current?.reject(new Error('the market was closed'))
      await own?.terminate()
    },
  }
}
