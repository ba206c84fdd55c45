import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** A file that is being read, unpacked if it was gzip; `position` is how far it has been read on disk. */
export interface OpenFile {
  content: Readable
  size: number
  position(): number
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/** Opens a file for reading from its beginning. Whether it is gzip is told by its first bytes, whatever its name. */
export async function openImport(path: string): Promise<OpenFile> {
  const about = await stat(path)
  if (!about.isFile()) throw new Error(`${path} is not a file.`)
  const packed = await isGzip(path)
  const raw = createReadStream(path, { highWaterMark: 64 * 1024 })
  const content = packed ? raw.pipe(createGunzip()) : raw
  // pipe() does not carry errors on, and an unheard one would end the process.
  if (packed) raw.on('error', (error) => content.destroy(error))
  return { content, size: about.size, position: () => raw.bytesRead }
}

/** The beginning of a file as text, unpacked. */
export async function headOf(path: string, bytes = 65_536): Promise<string> {
  const { content } = await openImport(path)
  const chunks: Uint8Array[] = []
  let read = 0
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    read += chunk.length
    if (read >= bytes) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytes))
}
