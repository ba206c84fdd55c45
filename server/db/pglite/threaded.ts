import { Worker } from 'node:worker_threads'
import type { Engine, EngineResult } from './engine.ts'
import { SqlError, type PlainError } from './sql-error.ts'

export type ToThread =
  | { kind: 'run'; id: number; sql: string; parameters: readonly unknown[] }
  | { kind: 'close'; id: number }
export type FromThread = { id: number; result: EngineResult } | { id: number; error: PlainError }

interface Waiting {
  resolve(result: EngineResult): void
  reject(error: Error): void
}

/**
 * Opens a data folder in a thread of its own; the caller holds the folder's lock. `onDeath` hears if the thread ends
 * unasked.
 */
export async function openThreaded(dataDir: string, onDeath: (error: Error) => void): Promise<Engine> {
  // Flags of the main thread (-e, --input-type) are not for this one.
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { dataDir }, execArgv: [] })
  const waiting = new Map<number, Waiting>()
  let ids = 0
  let dead: Error | undefined
  let closing = false

  const ask = (id: number, message?: ToThread): Promise<EngineResult> =>
    new Promise((resolve, reject) => {
      if (dead) {
        reject(dead)
        return
      }
      waiting.set(id, { resolve, reject })
      if (message) worker.postMessage(message)
    })
  const die = (error: Error): void => {
    dead ??= error
    for (const { reject } of waiting.values()) reject(dead)
    waiting.clear()
    if (!closing) onDeath(dead)
    closing = true
  }
  worker.on('message', (message: FromThread) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if ('error' in message) asked?.reject(new SqlError(message.error))
    else asked?.resolve(message.result)
  })
  worker.on('error', die)
  worker.on('exit', (code) => die(new Error(`the database's thread ended (${code})`)))

  try {
    await ask(0)
  } catch (error) {
    closing = true
    throw new Error(
      `The database in ${dataDir} could not be opened: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  return {
    run: (sql, parameters) => {
      const id = ++ids
      return ask(id, { kind: 'run', id, sql, parameters })
    },
    close: async () => {
      if (closing) return
      closing = true
      const id = ++ids
      await ask(id, { kind: 'close', id })
      await worker.terminate()
    },
  }
}
