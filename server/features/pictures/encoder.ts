import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PictureForm } from '#contract/rules/pictures.ts'
import type { Original } from './encode.ts'
import type { Made, Order } from './encoder-process.ts'

/** An encoder that has had nothing to do for so long ends (ms). */
const IDLE = 10_000
/** One that takes longer for a picture will never be done (ms). */
const PATIENCE = 60_000

/** Encodes pictures in a process of the lowest priority, one after another. */
export interface Encoder {
  /** @throws when the picture cannot be encoded, or the process ends over it */
  encode(original: Original, width: number, form: PictureForm): Promise<Buffer>
  close(): void
}

function start(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./encoder-process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    // Under `node --watch` a child tells its parent, in messages too, what it imports.
    env: { ...process.env, WATCH_REPORT_DEPENDENCIES: '' },
  })
  // Whoever waits for a picture hears of an error; one that comes between two pictures is the next one's.
  child.on('error', () => undefined)
  // Nothing waits for it at the end.
  child.unref()
  child.channel?.unref()
  return child
}

/** What it makes of one order. */
async function made(child: ChildProcess, order: Order): Promise<Made> {
  const { promise, resolve, reject } = Promise.withResolvers<Made>()
  const ended = (): void => reject(new Error('the encoder ended'))
  child.once('message', resolve).once('error', reject).once('exit', ended)
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref()
  try {
    child.send(order)
    return await promise
  } finally {
    clearTimeout(late)
    child.off('message', resolve).off('error', reject).off('exit', ended)
  }
}

/** Makes an encoder. Its process is started when there is something to encode. */
export function createEncoder(): Encoder {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const close = (): void => {
    clearTimeout(idle)
    if (child?.connected) child.disconnect()
    child = undefined
  }
  return {
    async encode(original, width, form) {
      clearTimeout(idle)
      try {
        // One that was killed meanwhile is replaced.
        if (!child?.connected) child = start()
        const answer = await made(child, { original, width, form })
        if ('error' in answer) throw new Error(answer.error)
        idle = setTimeout(close, IDLE).unref()
        return Buffer.from(answer.bytes)
      } catch (error) {
        close()
        throw error
      }
    },
    close,
  }
}
