import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

// The data in reach of somebody who holds a disk in their hands: every byte of every file.

/** The files of a folder by their paths in it, with their bytes. */
export type Disk = ReadonlyMap<string, Buffer>

/** Reads all files of a folder, or those among them whose paths in it fit. */
export async function readDisk(folder: string, fits = /./): Promise<Disk> {
  const disk = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const within = path.slice(folder.length)
    if (entry.isFile() && fits.test(within)) disk.set(within, await readFile(path))
  }
  return disk
}

/** How a text may stand in a file: in one byte a character or two, in UTF-8, and as JSON escapes it. */
function spellings(text: string): Buffer[] {
  const escaped = text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const all = [Buffer.from(text), Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le'), Buffer.from(escaped)]
  return all.filter((one, n) => all.findIndex((other) => other.equals(one)) === n)
}

/** The files of a disk in which one of the texts stands in clear. */
export const filesWith = (disk: Disk, texts: readonly string[]): string[] =>
  filesWithBytes(disk, texts.flatMap(spellings))

/** The files of a disk in which one of the runs of bytes stands. */
export const filesWithBytes = (disk: Disk, runs: readonly Buffer[]): string[] =>
  [...disk].filter(([, bytes]) => runs.some((run) => bytes.includes(run))).map(([path]) => path)

const RUN = 32

/** Three runs out of some bytes: as they are, in base64 and in hexadecimal. */
export const runsOf = (bytes: Buffer): Buffer[] =>
  [1, 2, 3].flatMap((quarter) => {
    // Base64 writes three bytes in four signs.
    const at = Math.floor((bytes.length * quarter) / 12) * 3
    const run = bytes.subarray(at, at + RUN)
    return [run, Buffer.from(run.subarray(0, 30).toString('base64')), Buffer.from(run.toString('hex'))]
  })
