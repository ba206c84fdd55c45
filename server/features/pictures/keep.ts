import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Pictures kept on disk take no more than this; those beyond are made anew each time. */
const BYTES_MAX = 512 * 1024 * 1024

/** A folder of made pictures. */
export interface Keep {
  read(name: string): Promise<Buffer | undefined>
  /** Keeps a picture whole or not at all: it is written beside its place and then moved there. */
  write(name: string, bytes: Buffer): Promise<void>
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  let total = 0
  for (const entry of entries) if (entry.isFile()) total += (await stat(join(entry.parentPath, entry.name))).size
  return total
}

/** Keeps pictures under a folder. Names are made by the caller from checked parts, never from an address as it came. */
export function keepIn(folder: string): Keep {
  let total: Promise<number> | undefined
  let parts = 0
  return {
    read: (name) =>
      readFile(join(folder, name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      }),
    async write(name, bytes) {
      const used = await (total ??= bytesIn(folder))
      if (used + bytes.length > BYTES_MAX) return
      total = Promise.resolve(used + bytes.length)
      const place = join(folder, name)
      const part = `${place}.${process.pid}-${++parts}.part`
      await mkdir(dirname(place), { recursive: true })
      await writeFile(part, bytes)
      await rename(part, place)
    },
  }
}
