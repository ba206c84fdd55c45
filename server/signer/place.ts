import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'

/** The longest path of a socket that every platform accepts (bytes). */
const PATH_MAX = 100

/** Where a signer keeps its files and listens; absolute paths. */
export interface SignerPlace {
  folder: string
  /** The sealed seed. */
  seed: string
  config: string
  log: string
  socket: string
}

/**
 * Reads the place of a signer from SIGNER_DIR (default ./signer) and SIGNER_SOCKET (default in that folder).
 *
 * @throws Error where the socket's path is too long
 */
export function signerPlace(env: Readonly<Record<string, string | undefined>>): SignerPlace {
  const folder = resolve(env['SIGNER_DIR']?.trim() || './signer')
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const usual = process.platform === 'win32' ? `\\\\.\\pipe\\caravan-signer-${mark}` : join(folder, 'signer.sock')
  const set = env['SIGNER_SOCKET']?.trim()
  const socket = !set ? usual : process.platform === 'win32' ? set : resolve(set)
  if (Buffer.byteLength(socket) > PATH_MAX)
    throw new Error(`The path of the socket is too long: ${socket}. Set SIGNER_SOCKET to a shorter one.`)
  return {
    ...{ folder, socket },
    seed: join(folder, 'seed.json'),
    config: join(folder, 'signer.json'),
    log: join(folder, 'payments.log'),
  }
}
