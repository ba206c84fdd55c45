import { lstat, open, rm, type FileHandle } from 'node:fs/promises'

/** A file of the lines that were not imported: each with its number, the reason in words, and itself. */
export interface Rejects {
  add(line: number, reason: string, text: string): Promise<void>
  /** Completes the file; without a single reject there is none, nor one left from an earlier run. */
  close(): Promise<void>
}

/** The file is made with the first reject. */
export function openRejects(path: string): Rejects {
  let file: FileHandle | undefined
  return {
    add: async (line, reason, text) => {
      file ??= await open(path, 'w')
      await file.write(`${JSON.stringify({ line, reason, text: text.toWellFormed() })}\n`)
    },
    close: () => (file ? file.close() : forget(path)),
  }
}

/** Only what an earlier run may have left: a device (/dev/null), a link or a pipe stays. */
async function forget(path: string): Promise<void> {
  try {
    if ((await lstat(path)).isFile()) await rm(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
