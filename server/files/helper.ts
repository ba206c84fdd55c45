import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { HelperAnswer } from './serve-helper.ts'

/** How long an idle helper lives (ms). */
const IDLE = 10_000
/** The longest that an order may take (ms). */
const PATIENCE = 60_000

/** Work in a process of its own (serve-helper.ts), one order after another. */
export interface Helper<Order, Result> {
  /** Carries out an order; the caller waits for one before the next. @throws when it fails, or the process ends */
  ask(order: Order): Promise<Result>
  close(): void
}

function start(file: URL): ChildProcess {
  const child = fork(fileURLToPath(file), {
    serialization: 'advanced',
    execArgv: [],
    // Under `node --watch` a child tells its parent, in messages too, what it imports.
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' },
  })
  // An error is reported to the order that is under way, or else to the next one.
  child.on('error', () => undefined)
  // Nothing waits for it at the end.
  child.unref()
  child.channel?.unref()
  return child
}

/** Sends an order, and waits for the answer. @throws when the process ends, or is ended because it takes too long */
async function answerOf<Result>(child: ChildProcess, order: unknown): Promise<HelperAnswer<Result>> {
  const { promise, resolve, reject } = Promise.withResolvers<HelperAnswer<Result>>()
  const ended = (): void => reject(new Error('the helper process ended'))
  child.once('message', resolve).once('error', reject).once('exit', ended)
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref()
  try {
    child.send(order as object)
    return await promise
  } finally {
    clearTimeout(late)
    child.off('message', resolve).off('error', reject).off('exit', ended)
  }
}

/** Makes a helper of a file that calls `serveHelper`. Its process is started when there is something to do. */
export function createHelper<Order, Result>(file: URL): Helper<Order, Result> {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const close = (): void => {
    clearTimeout(idle)
    if (child?.connected) child.disconnect()
    child = undefined
  }
  return {
    async ask(order) {
      clearTimeout(idle)
      try {
        // One that was killed meanwhile is replaced.
        if (!child?.connected) child = start(file)
        const answer = await answerOf<Result>(child, order)
        if ('error' in answer) throw new Error(answer.error)
        idle = setTimeout(close, IDLE).unref()
        return answer.result
      } catch (error) {
        close()
        throw error
      }
    },
    close,
  }
}
