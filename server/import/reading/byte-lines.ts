/**
 * A line of a file as it was: its number from 1, its bytes without the line end, and whether it was too long to be kept
 * whole.
 */
export interface ByteLine {
  number: number
  bytes: Uint8Array
  tooLong: boolean
  /** Bytes of the file read so far, as it lies on disk. */ position: number
}

const NEWLINE = 10
const RETURN = 13
const BOM = [0xef, 0xbb, 0xbf]

const startsWithBom = (bytes: Uint8Array): boolean => BOM.every((byte, i) => bytes[i] === byte)

/**
 * Cuts a stream of bytes into lines, whatever the chunks. No more than `max` bytes of a line are held: the rest of a
 * longer one is read and let go. A byte order mark and carriage returns before line ends are not part of any line.
 */
export async function* byteLines(
  chunks: AsyncIterable<Uint8Array>,
  max: number,
  position: () => number,
): AsyncGenerator<ByteLine> {
  let number = 1
  let parts: Uint8Array[] = []
  let held = 0
  let tooLong = false

  const add = (part: Uint8Array): void => {
    if (held + part.length > max) tooLong = true
    const room = part.subarray(0, Math.max(0, max - held))
    // Copied, because the stream may use its buffer again; never a growing string, because a line may be hostile.
    if (room.length > 0) parts.push(room.slice())
    held += room.length
  }
  const take = (): ByteLine => {
    let bytes: Uint8Array = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    if (number === 1 && startsWithBom(bytes)) bytes = bytes.subarray(3)
    if (!tooLong && bytes.at(-1) === RETURN) bytes = bytes.subarray(0, -1)
    const line = { number, bytes, tooLong, position: position() }
    number++
    parts = []
    held = 0
    tooLong = false
    return line
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE, from); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    if (from < chunk.length) add(chunk.subarray(from))
  }
  if (held > 0 || tooLong) yield take()
}
