import { createHmac } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BitcoinNetwork } from '../../chains/networks/bitcoin-networks.ts'
import type { OfferedUtxo, Payment } from '../protocol/protocol.ts'

// The signer's own record of what it has signed, one line each:
//
//   <HMAC-SHA256 of the line before and of this entry> <entry in JSON>
//
// A line is on the disk before its transaction leaves the signer. The key of the HMAC comes from the sealed seed, so
// that nobody without the passphrase can change, add or remove a line. The chain, not the signer, reveals lines removed
// from the end: their nonces are used there.

/**
 * A signed transaction of a payment, or of what collects deposits. `operators`: the names of those who had signed it;
 * `level`: the index of the caps that it used; `at` is Unix ms.
 */
export interface LogEntry extends Pick<Payment, 'id' | 'network' | 'asset' | 'address' | 'amount' | 'fee' | 'rate'> {
  at: number
  /**
   * The nonce (decimal digits) or the outputs (`txid:n`) that the transaction spends, and that no other payment may
   * spend; on Tron, which has neither, the transaction's own id. For coins that leave a deposit address, the nonce is
   * that of the address.
   */
  spends: readonly string[]
  /** On Bitcoin the network, the outputs that are spent, and the parts into which change is divided where it can be. */
  bitcoin?: { network: BitcoinNetwork; utxos: readonly OfferedUtxo[]; parts: number }
  /**
   * On Tron the network, the id of the block that the transaction names, when it was signed, and until when it can be
   * taken (Unix ms).
   */
  tron?: { network: string; block: string; timestamp: number; expiration: number }
  txid: string
  /** The signed transaction; undefined in simulated ones of earlier versions. */
  raw?: string
  operators: readonly string[]
  level: number
  /** When deposits are collected: the number of the address, and whether coins leave it or gas is sent to it. */
  sweep?: { index: number; part: 'coins' | 'gas' }
}

/** The log is missing or was tampered with; the message is meant for a person. */
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

const MAC_LENGTH = 64

interface ReadLog {
  entries: LogEntry[]
  /** The HMAC of the last line. */
  mac: string
  /** The length of all complete lines (bytes); a crash may have left an incomplete one after them. */
  length: number
}

/**
 * Reads a log and checks every line of it.
 *
 * @throws SignerLogError
 */
export async function readLog(path: string, key: Uint8Array): Promise<ReadLog> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    // An empty one in its place would begin with used nonces, and pay again what was paid.
    throw new SignerLogError(
      `There is no ${path}. Copy it from the earlier signer. Where it is lost for good: npm run signer -- new-log`,
    )
  })
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const entries: LogEntry[] = []
  let mac = ''
  for (const line of whole.split('\n').slice(0, -1)) {
    const entry = line.slice(MAC_LENGTH + 1)
    const expected = macOf(key, mac, entry)
    if (line.slice(0, MAC_LENGTH) !== expected)
      throw new SignerLogError(`Line ${entries.length + 1} of ${path} was changed, or belongs to other keys.`)
    mac = expected
    entries.push(readEntry(entry))
  }
  return { entries, mac, length: Buffer.byteLength(whole) }
}

/** Reads an entry; those of earlier versions have a nonce as a number. */
function readEntry(text: string): LogEntry {
  const { nonce, ...entry } = JSON.parse(text) as LogEntry & { nonce?: number }
  return nonce === undefined ? entry : { ...entry, spends: [String(nonce)] }
}

/** Creates an empty log. @throws where there is one */
export async function createLog(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.sync()
  await file.close()
  await syncFolder(dirname(path))
}

/**
 * Opens a log for writing, and reads it. The caller holds the lock of its folder.
 *
 * @throws SignerLogError
 */
export async function openLog(
  path: string,
  key: Uint8Array,
): Promise<{ log: SignerLog; entries: readonly LogEntry[] }> {
  const read = await readLog(path, key)
  const file = await open(path, 'r+')
  await file.truncate(read.length)
  await file.sync()
  let { mac, length } = read
  let broken: Error | undefined
  return {
    entries: read.entries,
    log: {
      async append(entry) {
        if (broken) throw broken
        const text = JSON.stringify(entry)
        const next = macOf(key, mac, text)
        const line = Buffer.from(`${next} ${text}\n`)
        try {
          const { bytesWritten } = await file.write(line, 0, line.length, length)
          if (bytesWritten < line.length) throw new Error(`The disk took ${bytesWritten} of ${line.length} bytes`)
          await file.datasync()
        } catch (error) {
          await file.truncate(length).catch((cause: unknown) => {
            broken = new Error('The log may end in an incomplete line. Restart the signer.', { cause })
          })
          throw error
        }
        mac = next
        length += line.length
      },
      close: () => file.close(),
    },
  }
}

/** Makes a new file's name durable. Windows needs no directory sync and allows none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
