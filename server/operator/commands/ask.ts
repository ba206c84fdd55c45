import { once } from 'node:events'
import { connect } from 'node:net'
import type { Operated } from './operate.ts'
import { socketPath } from './socket-path.ts'

/** Nobody listens there: no file, or one that a crash left behind. */
const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'])

/** Hands a command to the market that runs on a data folder; undefined when none does. */
export async function askMarket(dataDir: string, args: readonly string[]): Promise<Operated | undefined> {
  const socket = connect(socketPath(dataDir).path)
  try {
    await once(socket, 'connect')
  } catch (error) {
    if (nobody.has((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw new Error(`The running market cannot be reached: ${(error as Error).message}`, { cause: error })
  }
  socket.setEncoding('utf8')
  socket.write(`${JSON.stringify({ args })}\n`)
  let answer = ''
  for await (const text of socket) answer += String(text)
  if (!answer.endsWith('\n'))
    throw new Error('The running market hung up before it answered. Look before you do it again.')
  return JSON.parse(answer) as Operated
}
