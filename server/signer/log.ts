import { createHmac } from 'node:crypto'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Payment } from './protocol.ts'

// The signer's own record of what it has signed, one line each:
//
//   <HMAC-SHA256 of the line before and of this entry> <entry in JSON>
//
// A line is on the disk before its transaction leaves the signer. The key of the HMAC comes from the sealed seed, so
// that nobody without the passphrase can change, add or take out a line. Taking lines off the end is seen by the chain:
// their nonces are used there.

/** A signed transaction of a payment. `keys`: the operators' keys that had signed it; `at` is Unix ms. */
export interface LogEntry extends Pick<Payment, 'id' | 'network' | 'asset' | 'address' | 'amount' | 'fee' | 'rate'> {
  at: number
  nonce: number
  txid: string
  keys: readonly string[]
}

/** The log was changed by somebody else; the message, meant for a person, names the line. */
export class SignerLogError extends Error {
  override name = 'SignerLogError'
}

/** A log that is open for writing. */
export interface SignerLog {
  /** Writes an entry to the disk. @throws when that fails; the log is as it was before. */
  append(entry: LogEntry): Promise<void>
  close(): Promise<void>
}

const macOf = (key: Uint8Array, before: string, text: string): string =>
  createHmac('sha256', key).update(`${before}\n${text}`).digest('hex')

interface ReadLog {
  entries: LogEntry[]
  /** The HMAC of the last line. */
  mac: string
  /** Bytes of whole lines; a line that a crash cut off stands after them. */
  length: number
}

/**
 * Reads a log and checks every line of it; one without a file is empty.
 *
 * @throws SignerLogError
 */
export async function readLog(path: string, key: Uint8Array): Promise<ReadLog> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // Its transaction was never handed out.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const entries: LogEntry[] = []
  let mac = ''
  for (const line of whole.split('\n').slice(0, -1)) {
    const entry = line.slice(65)
    const expected = macOf(key, mac, entry)
    if (line.slice(0, 64) !== expected)
      throw new SignerLogError(`Line ${entries.length + 1} of ${path} is not as the signer wrote it.`)
    mac = expected
    entries.push(JSON.parse(entry) as LogEntry)
  }
  return { entries, mac, length: Buffer.byteLength(whole) }
}

/**
 * Opens a log for writing, and reads what it holds. Its folder belongs to this process alone.
 *
 * @throws SignerLogError
 */
export async function openLog(
  path: string,
  key: Uint8Array,
): Promise<{ log: SignerLog; entries: readonly LogEntry[] }> {
  const read = await readLog(path, key)
  const file = await open(path, 'a', 0o600)
  await file.truncate(read.length)
  await file.sync()
  await syncFolder(dirname(path))
  let { mac, length } = read
  let broken: Error | undefined
  return {
    entries: read.entries,
    log: {
      async append(entry) {
        if (broken) throw broken
        const text = JSON.stringify(entry)
        const next = macOf(key, mac, text)
        const line = `${next} ${text}\n`
        try {
          await file.appendFile(line)
          await file.datasync()
        } catch (error) {
          await file.truncate(length).catch((reason: unknown) => {
            broken = new Error('The log may hold half a line: start the signer again.', { cause: reason })
          })
          throw error
        }
        mac = next
        length += Buffer.byteLength(line)
      },
      close: () => file.close(),
    },
  }
}

/** Makes a new file's name last on the disk; Windows keeps it by itself and opens no folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  let folder: FileHandle | undefined
  try {
    folder = await open(path)
    await folder.sync()
  } finally {
    await folder?.close()
  }
}
