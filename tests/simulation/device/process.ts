import type { CallInput, CallName, CallOutcome, CallOutput } from '#worker/api/worker-api.ts'
import type { Worker } from '#worker/create-worker.ts'
import type { Page } from './page.ts'
import type { DiskUser, Stroke } from './storage.ts'

/** A stroke that comes at the `at`th store call of a tab from now. */
interface StoragePlan {
  at: number
  stroke: Stroke
}

/** A process on a phone that can be frozen and killed: a tab's worker, or the drain that the browser woke. */
export interface Process extends DiskUser {
  frozen: boolean
  /** It hears nothing on these channels. */
  deaf: Set<string>
  storage: StoragePlan[]
  /** Called when it begins to upgrade a person's database. */
  upgrading(): void
  kill(): void
  freeze(): void
  thaw(): void
}

/** One tab: a worker of the product in a process of its own. */
export interface Tab extends Process {
  number: number
  worker: Worker
  /** A call of its page, in the name of the person whose rows the page shows. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutcome<CallOutput<N>>>
  page: Page
  /** Nobody sees it. */
  hidden: boolean
  /** The calls that its worker has not answered yet. */
  unanswered: Set<string>
  close(): Promise<void>
}

/** The drain while it runs: when it is over, and how it is cut short (false when it was over). */
export interface Waking {
  ended: Promise<unknown>
  cut(): boolean
}

/** A worker whose unanswered calls are in `unanswered`. */
export function answering(worker: Worker, unanswered: Set<string>): Worker {
  let asked = 0
  return new Proxy(worker, {
    get:
      (target, name: keyof Worker) =>
      (...args: unknown[]) => {
        const call = `${++asked}: ${name} ${JSON.stringify(args.map((a) => (typeof a === 'string' ? a : undefined)))}`
        const answer = (target[name] as (...args: unknown[]) => Promise<unknown>).apply(target, args)
        if (name === 'close') return answer
        unanswered.add(call)
        const done = (): void => {
          unanswered.delete(call)
        }
        answer.then(done, done)
        return answer
      },
  })
}

/** A response whose stream, like any answer, does not reach a page while it is frozen. */
export function gated(response: Response, inTab: (run: () => void) => void): Response {
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body) return response
  return new Response(
    response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (part, controller) =>
          new Promise((passed) => {
            inTab(() => {
              controller.enqueue(part)
              passed()
            })
          }),
      }),
    ),
    response,
  )
}
