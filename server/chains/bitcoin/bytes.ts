import { hash } from 'node:crypto'

/** The bytes end within a part, or follow no rule of Bitcoin's. */
export class BytesError extends Error {
  override name = 'BytesError'
}

/** SHA-256 twice, the hash of headers, transactions and the Merkle tree. */
export const sha256d = (bytes: Uint8Array): Buffer => hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer')

/** A hash as text, which shows its bytes in reverse. */
export const reversedHex = (bytes: Uint8Array): string => Buffer.from(bytes).reverse().toString('hex')

/** Reads Bitcoin's serialization from front to back. It copies no bytes. */
export class BytesReader {
  readonly all: Buffer
  /** Where the next part begins. */
  at = 0

  constructor(all: Buffer) {
    this.all = all
  }

  get isAtEnd(): boolean {
    return this.at === this.all.length
  }

  /** The next byte, which is not taken. */
  get next(): number | undefined {
    return this.all[this.at]
  }

  /** Takes some bytes. @throws BytesError */
  take(count: number): Buffer {
    const from = this.at
    this.advance(count)
    return this.all.subarray(from, this.at)
  }

  /** @throws BytesError */
  advance(count: number): void {
    if (count > this.all.length - this.at) throw new BytesError('it ends too early')
    this.at += count
  }

  /** Takes a number of parts or bytes (CompactSize). One of 9 bytes is more than a block holds. @throws BytesError */
  count(): number {
    const from = this.at
    this.advance(1)
    const first = this.all[from]!
    if (first < 0xfd) return first
    if (first === 0xff) throw new BytesError('a number is too large')
    const length = first === 0xfd ? 2 : 4
    this.advance(length)
    return this.all.readUIntLE(from + 1, length)
  }
}
