import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

// PGlite takes no lock on its folder, and a second process's writes would vanish silently. Ours is a file
// made with O_EXCL that names its holder. A holder that was killed leaves it behind: it is taken over
// when that process is gone. A process id may be given out again, so on Linux the process's start counts too;
// a holder on another machine is judged by its heartbeat, the file's time.

const BEAT_MS = 5_000
const SILENT_MS = 30_000
/** Someone who judged the same stale lock may still be moving it away: look again after this. */
const LOOK_AGAIN_MS = 60

interface Holder {
  pid: number
  start: string
  host: string
  nonce: string
}

/**
 * When a process of this machine began, in a form that no other process of the same id shares; '' where that cannot be
 * told.
 */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return ''
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The name in field 2 may hold anything, parentheses included: count from the last one.
    return `${boot}:${status.slice(status.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return ''
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isAlive(path: string, holder: Holder): Promise<boolean> {
  if (holder.host !== hostname()) return Date.now() - (await stat(path)).mtimeMs < SILENT_MS
  return runs(holder.pid) && (holder.start === '' || startOf(holder.pid) === holder.start)
}

async function read(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    // Half written: its writer died before it could say who it was, or is just writing.
    if (error instanceof SyntaxError) return { pid: 0, start: '', host: hostname(), nonce: '' }
    throw error
  }
}

/** A data folder that this process holds until `release`. */
export interface FolderLock {
  release(): Promise<void>
}

/** Takes the folder for this process, or fails and names the one that has it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'market.lock')
  const me: Holder = { pid: process.pid, start: startOf(process.pid), host: hostname(), nonce: randomUUID() }
  for (let attempt = 0; ; attempt++) {
    const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return undefined
      throw error
    })
    if (file) {
      await file.writeFile(JSON.stringify(me))
      await file.close()
      if (attempt === 0) break
      await new Promise((done) => {
        setTimeout(done, LOOK_AGAIN_MS)
      })
      if ((await read(path))?.nonce === me.nonce) break
      continue
    }
    const holder = await read(path)
    if (!holder) continue
    // pid 0 names a lock whose writer has not said who it is: let it finish, unless it never does.
    const alive = holder.pid === 0 ? attempt < 5 : await isAlive(path, holder).catch(() => true)
    if (alive && holder.pid !== 0) {
      throw new Error(
        `The data folder ${folder} is in use by process ${holder.pid}${holder.host === me.host ? '' : ` on ${holder.host}`}. Stop it, or set DATA_DIR to another folder. (If that process is certainly gone, delete ${path}.)`,
      )
    }
    if (alive)
      await new Promise((done) => {
        setTimeout(done, LOOK_AGAIN_MS)
      })
    else
      await rename(path, `${path}.${me.nonce}`).then(
        () => rm(`${path}.${me.nonce}`, { force: true }),
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error
        },
      )
  }
  return held(path, me)
}

function held(path: string, me: Holder): FolderLock {
  const beat = setInterval(() => {
    const now = new Date()
    void utimes(path, now, now).catch((error: unknown) => {
      console.error('The lock of the data folder could not be renewed:', error)
    })
  }, BEAT_MS).unref()
  const drop = (): void => {
    rmSync(path, { force: true })
  }
  // A process that ends by itself leaves nothing behind, whatever way it took.
  process.once('exit', drop)
  return {
    release: async () => {
      clearInterval(beat)
      process.off('exit', drop)
      if ((await read(path))?.nonce === me.nonce) await rm(path, { force: true })
    },
  }
}
