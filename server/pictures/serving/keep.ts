import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Bounds } from '../../turns/bounds.ts'

/** Pictures kept on disk take no more than this; the one not used for longest makes room. */
const BYTES_MAX = 512 * 1024 * 1024

/** The unit of disk space (bytes): a file takes whole blocks, and an empty one a block for its entry. */
const BLOCK = 4096
const taken = (size: number): number => Math.max(1, Math.ceil(size / BLOCK)) * BLOCK

/** A folder of made pictures. */
export interface Keep {
  has(name: string): Promise<boolean>
  read(name: string): Promise<Buffer | undefined>
  /** Keeps a picture whole or not at all: it is written beside its place and then moved there. */
  write(name: string, bytes: Buffer): Promise<void>
  /** The names of what is kept. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The files of a folder with what each takes, the oldest first. */
async function filesIn(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const files: { name: string; size: number; at: number }[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const { size, mtimeMs } = await stat(path)
    files.push({ name: relative(folder, path).replaceAll('\\', '/'), size: taken(size), at: mtimeMs })
  }
  return new Map(files.sort((a, b) => a.at - b.at).map(({ name, size }) => [name, size]))
}

/** Keeps pictures under a folder. Names are made by the caller from checked parts, never from an address as it came. */
export function keepIn(folder: string, bounds?: Bounds, bytesMax = BYTES_MAX): Keep {
  // In the order of use, because a name is deleted and set again.
  let files: Promise<Map<string, number>> | undefined
  let total = 0
  let parts = 0
  const known = (): Promise<Map<string, number>> =>
    (files ??= filesIn(folder).then((found) => {
      total = [...found.values()].reduce((sum, size) => sum + size, 0)
      return found
    }))
  /** Puts a file where those stand that were used last; without a size it is there no more. */
  const count = (all: Map<string, number>, name: string, size: number | undefined): void => {
    total += (size ?? 0) - (all.get(name) ?? 0)
    all.delete(name)
    if (size !== undefined) all.set(name, size)
  }
  bounds?.add({
    name: 'Pictures on disk',
    limit: bytesMax,
    unit: 'bytes',
    use: async () => {
      await known()
      return total
    },
  })
  return {
    has: async (name) => (await known()).has(name),
    async read(name) {
      const all = await known()
      // Another server of the same folder may have written it since.
      const bytes = await readFile(join(folder, name)).catch((error: unknown) => {
        if (!isMissing(error)) throw error
        return undefined
      })
      count(all, name, bytes && taken(bytes.length))
      return bytes
    },
    async write(name, bytes) {
      const all = await known()
      const room = taken(bytes.length)
      if (room > bytesMax) return
      for (const [old, size] of all) {
        if (total + room <= bytesMax) break
        all.delete(old)
        total -= size
        await rm(join(folder, old), { force: true })
      }
      const place = join(folder, name)
      const part = `${place}.${process.pid}-${++parts}.part`
      await mkdir(dirname(place), { recursive: true })
      await writeFile(part, bytes)
      await rename(part, place)
      count(all, name, room)
    },
    names: async () => [...(await known()).keys()],
    async remove(name) {
      await rm(join(folder, name), { force: true })
      count(await known(), name, undefined)
    },
  }
}
