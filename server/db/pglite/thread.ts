import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFs } from './durable-fs.ts'
import { engineOptions, engineOver, startParams } from './engine.ts'
import { plainErrorOf } from './sql-error.ts'
import type { FromThread, ToThread } from './threaded.ts'

// The thread in which PGlite runs: its queries block the event loop they run on, so it has its own.

const port = parentPort!
const { dataDir } = workerData as { dataDir: string }
const say = (message: FromThread): void => port.postMessage(message)

try {
  const engine = engineOver(await PGlite.create({ ...engineOptions, fs: new DurableFs(dataDir), startParams }))
  const answer = async (message: ToThread): Promise<void> => {
    try {
      if (message.kind === 'run') say({ id: message.id, result: await engine.run(message.sql, message.parameters) })
      else {
        await engine.close()
        say({ id: message.id, result: { rows: [], command: 'CLOSE', affected: 0 } })
        port.close()
      }
    } catch (error) {
      say({ id: message.id, error: plainErrorOf(error) })
    }
  }
  port.on('message', (message: ToThread) => void answer(message))
  say({ id: 0, result: { rows: [], command: 'OPEN', affected: 0 } })
} catch (error) {
  say({ id: 0, error: plainErrorOf(error) })
  port.close()
}
