import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, opendir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { OperatorError } from '../operator/answer.ts'

// A backup is a folder:
//
//   backup.json   what it is, and the hash of SHA256SUMS; written last
//   SHA256SUMS    the hash of each file, a line each, as sha256sum -c reads them
//   pglite/ photographs/   or keys/

const MANIFEST = 'backup.json'
const SUMS = 'SHA256SUMS'
/** The folders that a backup may have. */
const PARTS = ['pglite', 'photographs', 'keys']
/** How much of a file is read at once (bytes). */
const CHUNK = 262_144

const fingerprint = z.optional(z.string())

/** The description of a backup. */
const Manifest = z.object({
  format: z.literal(1),
  /** `market`: the embedded database and the photographs; `files`: the photographs alone; `keys`: only the keys. */
  holds: z.enum(['market', 'files', 'keys']),
  /** The market's name. */
  market: z.string(),
  /** Unix ms: the moment of its database. */
  at: z.number(),
  /** Fingerprints of the keys by which its database lives, or of those that it holds. */
  keys: z.object({ seal: fingerprint, sign: fingerprint }),
  /** Folders that the database wants, with those that are empty. */
  folders: z.array(z.string()),
  files: z.number(),
  bytes: z.number(),
  /** The SHA-256 of SHA256SUMS (hexadecimal). */
  sums: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/** Something in a folder, by its path within it, with slashes on every system. */
interface Found {
  path: string
  folder: boolean
}

const gone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The files and folders under a folder, those that vanish meanwhile perhaps left out. Links are not followed. */
export async function* walkFolder(root: string, within = ''): AsyncGenerator<Found> {
  const inside = await opendir(join(root, within)).catch((error: unknown) => {
    if (gone(error)) return undefined
    throw error
  })
  for await (const entry of inside ?? []) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`
    if (entry.isDirectory()) {
      yield { path, folder: true }
      yield* walkFolder(root, path)
    } else if (entry.isFile()) yield { path, folder: false }
  }
}

/** The length and the SHA-256 (hexadecimal) of what a stream of bytes reads. */
async function hashRead(stream: AsyncIterable<unknown>): Promise<{ hash: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { hash: hash.digest('hex'), bytes }
}

/** The size and the SHA-256 (hexadecimal) of a file, which is on the disk when this resolves. */
export async function hashSynced(path: string): Promise<{ hash: string; bytes: number }> {
  const file = await open(path, 'r+')
  try {
    const read = await hashRead(file.createReadStream({ autoClose: false, highWaterMark: CHUNK }))
    await file.sync()
    return read
  } finally {
    await file.close()
  }
}

/** Puts the names in a folder on the disk, where the system can. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Writes the hashes of all files in a folder, and then what the backup in it is. All of it is on the disk then. */
export async function writeManifest(
  root: string,
  about: Pick<Manifest, 'holds' | 'market' | 'at' | 'keys'>,
): Promise<Manifest> {
  let [files, bytes] = [0, 0]
  const folders: string[] = []
  async function* lines(): AsyncGenerator<string> {
    for await (const { path, folder } of walkFolder(root)) {
      if (folder) folders.push(path)
      else if (path !== SUMS) {
        const { hash, bytes: size } = await hashSynced(join(root, path))
        files++
        bytes += size
        yield `${hash}  ${path}\n`
      }
    }
  }
  await pipeline(lines(), createWriteStream(join(root, SUMS), { flags: 'wx', mode: 0o600 }))
  const { hash } = await hashSynced(join(root, SUMS))
  for (const path of folders.toReversed()) await syncFolder(join(root, path))
  const kept = folders.filter((path) => path.split('/')[0] === 'pglite')
  const manifest: Manifest = { format: 1, ...about, folders: kept, files, bytes, sums: hash }
  await writeFile(join(root, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    ...{ flag: 'wx', mode: 0o600, flush: true },
  })
  await syncFolder(root)
  return manifest
}

/**
 * The description of the backup in a folder.
 *
 * @throws OperatorError where there is none, or its list of files was changed
 */
export async function readManifest(root: string): Promise<Manifest> {
  const text = await readFile(join(root, MANIFEST), 'utf8').catch((error: unknown) => {
    if (gone(error)) throw new OperatorError(`There is no backup in ${root}: it has no ${MANIFEST}.`)
    throw error
  })
  const read = Manifest.safeParse(readJson(text))
  if (!read.success) throw new OperatorError(`${join(root, MANIFEST)} is damaged, or was made by a newer version.`)
  if (read.data.folders.some((path) => !isSafe(path)))
    throw new OperatorError(`${join(root, MANIFEST)} names a folder that no backup has.`)
  const sums = await hashRead(createReadStream(join(root, SUMS))).catch((error: unknown) => {
    if (gone(error)) throw new OperatorError(`The backup in ${root} is not whole: ${SUMS} is missing.`)
    throw error
  })
  if (sums.hash !== read.data.sums) throw new OperatorError(`The backup in ${root} is damaged: ${SUMS} was changed.`)
  return read.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: as damaged as any other text that is no manifest.
    return undefined
  }
}

/** Whether a path is one of a backup's own parts, and leads nowhere else. */
const isSafe = (path: string): boolean => {
  const names = path.split('/')
  return PARTS.includes(names[0]!) && names.every((name) => !/^(?:\.{0,2}|.*[\\:].*)$/.test(name))
}

const damaged = (root: string): OperatorError =>
  new OperatorError(`The backup in ${root} is damaged: ${SUMS} has a line that no backup has.`)

/** @throws OperatorError */
function readSum(line: string, root: string): { path: string; hash: string } {
  const [, hash, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
  if (hash === undefined || path === undefined || !isSafe(path)) throw damaged(root)
  return { path, hash }
}

/**
 * The files of a backup with the hash of each, one after the other.
 *
 * @throws OperatorError
 */
export async function* readSums(root: string): AsyncGenerator<{ path: string; hash: string }> {
  let rest = ''
  // Not by node:readline, whose lines end without an error where the disk has one.
  for await (const text of createReadStream(join(root, SUMS), 'utf8') as AsyncIterable<string>) {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop()!
    for (const line of lines) yield readSum(line, root)
  }
  if (rest !== '') throw damaged(root)
}
