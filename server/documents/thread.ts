import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentAnswer, DocumentRenderer, DocumentSource } from '#contract/document.ts'
import { makeDocument } from './make.ts'
import { errorText, type Beginning, type FromRenderer, type RenderOrder, type ToRenderer } from './wire.ts'

// The thread in which documents are rendered: React renders a screen in one go, and whatever else runs on its event
// loop would wait for it.

/** A document that takes more processor time to render is given up (ms). */
const PATIENCE = 200
/** The same for a thread's first document, whose code has never run (ms). */
const FIRST_PATIENCE = 2_000
/** The thread's priority: it takes the processor time that the API leaves. */
const NICE = 5

const port = parentPort!
const beginning = workerData as Beginning
const say = (message: FromRenderer, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved)

// Linux gives each thread its own priority; elsewhere this would be the whole market's.
if (process.platform === 'linux') setPriority(0, NICE)

/** The unanswered questions of the document under way, by id. */
const waiting = new Map<number, PromiseWithResolvers<DocumentAnswer>>()
let asked = 0
const ask: DocumentSource['ask'] = (name, input) => {
  const asking = Promise.withResolvers<DocumentAnswer>()
  waiting.set(++asked, asking)
  say({ kind: 'ask', id: asked, name, input })
  return asking.promise
}
/** The processor time that this thread has taken (ms): what others do on a busy machine is not in it. */
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let patience = FIRST_PATIENCE
const bundle = import(beginning.build.renderer) as Promise<{ renderer: DocumentRenderer }>

async function obey(order: RenderOrder): Promise<void> {
  try {
    const { renderer } = await bundle
    const page = await makeDocument(renderer, beginning, order, { ask, cpu, now: () => order.at }, patience)
    patience = PATIENCE
    say({ kind: 'made', page }, [page.body.buffer])
  } catch (error) {
    say({ kind: 'failed', error: errorText(error) })
  }
}

port.on('message', (message: ToRenderer) => {
  if (message.kind === 'order') return void obey(message.order)
  const asking = waiting.get(message.id)
  waiting.delete(message.id)
  if (message.kind === 'answer') asking?.resolve(message.answer)
  else asking?.reject(new Error(message.error))
})
