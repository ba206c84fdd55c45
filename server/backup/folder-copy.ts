import { constants } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { walkFolder } from './manifest.ts'

/**
 * A file that was written within this time (ms) may be written again without another time of change: clocks of file
 * systems tick, some every two seconds.
 */
const TICK = 2_000

const orGone = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** Copies a folder whose files never change once they have their names; those that are still made end in “.part”. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for await (const { path, folder } of walkFolder(from)) {
    if (folder) await mkdir(join(to, path), { recursive: true })
    else if (!path.endsWith('.part'))
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(orGone)
  }
}

/**
 * Copies a folder that may be written to meanwhile, again and again: each pass copies what has changed since the one
 * before, and removes what is gone. A pass during which nothing writes makes the copy equal to the folder.
 */
export class FolderCopy {
  readonly #from: string
  readonly #to: string
  /** How each file was when it was copied, by its path; those that cannot be judged later are not here. */
  readonly #copied = new Map<string, string>()
  /** Files that are in the copy. */
  #present = new Set<string>()

  constructor(from: string, to: string) {
    this.#from = from
    this.#to = to
  }

  /** One pass. */
  async pass(): Promise<void> {
    const present = new Set<string>()
    await mkdir(this.#to, { recursive: true, mode: 0o700 })
    for await (const { path, folder } of walkFolder(this.#from)) {
      if (folder) await mkdir(join(this.#to, path), { recursive: true })
      else if (await this.#bring(path)) present.add(path)
    }
    for (const path of this.#present)
      if (!present.has(path)) {
        await rm(join(this.#to, path), { force: true })
        this.#copied.delete(path)
      }
    this.#present = present
  }

  /** Copies a file that has changed since it was copied; false where it is gone by now. */
  async #bring(path: string): Promise<boolean> {
    const [from, to] = [join(this.#from, path), join(this.#to, path)]
    const found = await stat(from, { bigint: true }).catch(orGone)
    if (!found) return this.#forget(path)
    const state = `${found.ino} ${found.size} ${found.mtimeNs}`
    if (this.#copied.get(path) === state) return true
    this.#copied.delete(path)
    const copied = await copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true, orGone)
    if (!copied) return this.#forget(path)
    if (Date.now() - Number(found.mtimeMs) > TICK) this.#copied.set(path, state)
    return true
  }

  #forget(path: string): false {
    this.#copied.delete(path)
    return false
  }
}
