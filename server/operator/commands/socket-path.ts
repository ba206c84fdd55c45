import { createHash } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'

/** A socket's path holds so many bytes at the most on every system. */
const PATH_MAX = 100

/**
 * Where the market of a data folder listens to its operator. On Unix a socket in a folder that only its user may enter;
 * on Windows a pipe named after the folder.
 */
export function socketPath(dataDir: string): { folder: string | undefined; path: string } {
  const place = resolve(dataDir)
  const mark = createHash('sha256').update(place).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return { folder: undefined, path: `\\\\.\\pipe\\caravan-${mark}` }
  const folder = join(place, 'control')
  const path = join(folder, 'market.sock')
  if (Buffer.byteLength(path) <= PATH_MAX) return { folder, path }
  const short = join(tmpdir(), `caravan-${userInfo().uid}-${mark}`)
  return { folder: short, path: join(short, 'market.sock') }
}
