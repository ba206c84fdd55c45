import { once } from 'node:events'
import { chmod, lstat, mkdir, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { userInfo } from 'node:os'
import type { BackupPlace } from '../../backup/back-up.ts'
import type { Db } from '../../db/tables/tables.ts'
import { askMarket } from './ask.ts'
import { operate, type Operated, type Running } from './operate.ts'
import { socketPath } from './socket-path.ts'

// PGlite's folder belongs to the process that opened it, so that the operator's commands are carried out
// in there: one line of JSON in, `{args}`, one line out, `{exit, text}`.

const LINE_MAX = 100_000
const IDLE_MS = 10_000

/** Reads a command's line; undefined when it is none. */
function readArgs(line: string): string[] | undefined {
  try {
    const { args } = JSON.parse(line) as { args?: unknown }
    return Array.isArray(args) && args.every((a) => typeof a === 'string') ? args : undefined
  } catch {
    // Not JSON: answered like any other line that is no command.
    return undefined
  }
}

/** The database, data folder and running market on which the operator's commands act. */
interface Reached {
  db: Db
  place: BackupPlace
  market: Running | undefined
}

async function carryOut({ db, place, market }: Reached, line: string): Promise<Operated> {
  const args = readArgs(line)
  if (!args) return { exit: 2, text: 'That was no command.' }
  try {
    return await operate(db, args, Date.now(), market, place)
  } catch (error) {
    console.error("An operator's command failed:", error)
    return { exit: 1, text: 'The market could not do it; its own log says why.' }
  }
}

function serve(reached: Reached, socket: Socket): void {
  let heard = ''
  socket.setEncoding('utf8')
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  // A client that hangs up in the middle gets no answer; a command that has begun is still carried out.
  socket.on('error', () => socket.destroy())
  socket.on('data', (text: string) => {
    if (heard.includes('\n')) return
    heard += text
    if (heard.length > LINE_MAX) {
      socket.destroy()
      return
    }
    if (!heard.includes('\n')) return
    socket.setTimeout(0)
    void carryOut(reached, heard).then((answer) => {
      socket.end(`${JSON.stringify(answer)}\n`)
    })
  })
}

/**
 * Listens for the operator's commands until the function it returns is called. Only the market's own user can reach it.
 */
export async function serveOperator(
  db: Db,
  dataDir: string,
  market?: Running & Pick<BackupPlace, 'kind'>,
): Promise<() => Promise<void>> {
  const reached = { db, place: { dataDir, kind: market?.kind ?? 'pglite' }, market }
  const { folder, path } = socketPath(dataDir)
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Somebody else's folder of that name (under the system's own for temporary files) is not entered.
    if (!(await lstat(folder)).isDirectory() || (await lstat(folder)).uid !== userInfo().uid)
      throw new Error(`${folder} belongs to another user`)
    await chmod(folder, 0o700)
  }
  // Two markets over one PostgreSQL may share a folder; the first of them listens. A socket that nobody answers on was
  // left by a crash.
  if (await askMarket(dataDir, [])) return async () => undefined
  if (folder !== undefined) await rm(path, { force: true })
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(reached, socket)
  })
  server.listen(path)
  await once(server, 'listening')
  if (folder !== undefined) await chmod(path, 0o600)
  server.on('error', (error) => {
    console.error('The market does not hear its operator any more:', error.message)
  })
  return async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
}
