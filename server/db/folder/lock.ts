import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts'

// PGlite takes no lock on its folder, and a second process's writes would vanish silently. The lock is a file made with
// O_EXCL that names its holder, who sets its time anew at every beat.
//
//   holder in our own place (process-identity.ts)   gone, or its id given out again  ─▶ taken over at once
//   holder anywhere else (another container, host)   silent for SILENT_MS             ─▶ taken over
//   the holder finds the file gone or another's      ─▶ `lost`: it may write nothing more

const BEAT_MS = 5_000
const SILENT_MS = 30_000
/** A holder that cannot reach its own file gives up while the file still counts for others (ms). */
const UNRENEWED_MS = SILENT_MS - 2 * BEAT_MS
/** Someone who judged the same stale lock may still be moving it away: look again after this. */
const LOOK_AGAIN_MS = 60
/** The number of looks within which a writer must finish its file. */
const LOOKS = 5

interface Holder extends ProcessIdentity {
  nonce: string
}

/** The content of the lock file: 'unfinished' until its writer has named itself, undefined without a file. */
type Found = Partial<Holder> | 'unfinished' | undefined

async function read(path: string): Promise<Found> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof SyntaxError) return 'unfinished'
    throw error
  }
}

const nonceOf = (found: Found): string | undefined => (typeof found === 'object' ? found.nonce : undefined)

/**
 * Whether a holder whose process we cannot see lives: looks until its file is renewed, or has not been for SILENT_MS. A
 * holder that has let go counts as gone.
 */
async function beats(path: string): Promise<boolean> {
  let first: number | undefined
  for (;;) {
    const at = await stat(path).then(
      (file) => file.mtimeMs,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      },
    )
    if (at === undefined || Date.now() - at >= SILENT_MS) return false
    first ??= at
    if (at !== first) return true
    await pause(BEAT_MS / 10)
  }
}

/** A data folder that this process holds until `release`. */
export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes the folder for this process. A lock that a killed holder left behind in another container is waited for until
 * it is certain that nobody renews it, at most 30 s.
 *
 * @param lost hears that another process may hold the folder now: nothing may be written to it any more.
 * @param variable the variable of the environment that names the folder.
 * @throws when another process holds the folder; the message names it.
 */
export async function lockFolder(
  folder: string,
  lost: (error: Error) => void,
  variable = 'DATA_DIR',
): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'market.lock')
  const me: Holder = { ...ownIdentity(), nonce: randomUUID() }
  for (let attempt = 0; ; attempt++) {
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined
      throw error
    })
    if (file) {
      await file.writeFile(JSON.stringify(me))
      await file.close()
      await pause(LOOK_AGAIN_MS)
      if (nonceOf(await read(path)) === me.nonce) break
      continue
    }
    const found = await read(path)
    if (found === undefined) continue
    if (found === 'unfinished' && attempt < LOOKS) {
      await pause(LOOK_AGAIN_MS)
      continue
    }
    if (found !== 'unfinished') {
      const { pid = 0, start = '', host = 'another machine' } = found
      const near = found.place === me.place
      if (near ? isRunning({ ...me, pid, start }) : await beats(path)) {
        throw new Error(
          `The data folder ${folder} is in use by process ${pid}${near ? '' : ` of ${host}, in another container or on another machine`}. Stop it, or set ${variable} to another folder. (If that process is certainly gone, delete ${path}.)`,
        )
      }
      // Judging took its time: what is moved away below must be what was judged.
      if (nonceOf(await read(path)) !== found.nonce) continue
    }
    await rename(path, `${path}.${me.nonce}`).then(
      () => rm(`${path}.${me.nonce}`, { force: true }),
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      },
    )
  }
  return held(path, me, lost)
}

function held(path: string, me: Holder, lost: (error: Error) => void): FolderLock {
  let renewed = performance.now()
  const end = (why: string, cause?: unknown): void => {
    clearInterval(timer)
    lost(new Error(`The data folder's lock ${path} ${why}. Another process may use the folder now.`, { cause }))
  }
  const beat = async (): Promise<void> => {
    try {
      if (nonceOf(await read(path)) !== me.nonce) {
        end('is another’s or gone')
        return
      }
      const now = new Date()
      await utimes(path, now, now)
      renewed = performance.now()
    } catch (error) {
      if (performance.now() - renewed > UNRENEWED_MS) end('could not be renewed', error)
      else console.error('The lock of the data folder could not be renewed:', error)
    }
  }
  let beating: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, BEAT_MS).unref()
  // A process that ends by itself leaves nothing behind, whatever way it took; and nothing of another's is removed.
  const drop = (): void => {
    try {
      if ((JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>).nonce === me.nonce) rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') console.error('The lock was left behind:', error)
    }
  }
  process.once('exit', drop)
  return {
    release: async () => {
      clearInterval(timer)
      process.off('exit', drop)
      await beating
      drop()
    },
  }
}
