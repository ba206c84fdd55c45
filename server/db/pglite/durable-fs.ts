import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

// PGlite's build of Postgres calls fsync and fdatasync where the real one does, but its runtime answers
// both without doing anything. Here the two are put in the module's imports as the real calls, so that
// Postgres itself decides what must be on the disk before a commit is answered.

type Imports = Record<string, Record<string, unknown>>
interface Stream {
  nfd?: number
  path?: string
  node?: { mode: number }
}
interface Module {
  FS: { streams: (Stream | undefined)[]; isDir(mode: number): boolean }
}
type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type Instantiate = (imports: Imports, done: (instance: unknown, module: unknown) => void) => unknown

/** Where the data folder appears inside the module. */
const INSIDE = PGlite.paths.PGDATA

/**
 * Ends the thread, and with it the process that hears of its end: what a failed sync was to bring to the disk may be
 * lost, also when a second sync succeeds. Only reading the log again at the next start tells what is there. The report
 * goes out at once, because a thread that ends loses what it has only queued.
 */
function endUnsynced(error: unknown): never {
  writeSync(2, `The database's files could not be synced to the disk: ${String(error)}\n`)
  process.exit(1)
}

/** The data folder on disk, with a sync that reaches it. */
export class DurableFs extends NodeFS {
  override async init(pg: PGlite, options: EmscriptenOptions): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(pg, options)
    let module: Module | undefined
    const sync =
      (flush: (fd: number) => void) =>
      (fd: number): number => {
        const stream = module?.FS.streams[fd]
        try {
          if (stream?.nfd !== undefined) flush(stream.nfd)
          else if (stream?.node && module?.FS.isDir(stream.node.mode)) this.syncFolder(stream.path)
        } catch (error) {
          endUnsynced(error)
        }
        return 0
      }
    const given = emscriptenOpts as { instantiateWasm: Instantiate; preRun: ((m: Module) => void)[] }
    const instantiate = given.instantiateWasm
    given.instantiateWasm = (imports, done) => {
      imports['env']!['__syscall_fdatasync'] = sync(fdatasyncSync)
      imports['wasi_snapshot_preview1']!['fd_sync'] = sync(fsyncSync)
      return instantiate(imports, done)
    }
    given.preRun.push((m) => {
      module = m
    })
    return { emscriptenOpts }
  }

  /** A name made in a folder is on the disk only when the folder is. */
  private syncFolder(path: string | undefined): void {
    if (!path?.startsWith(INSIDE) || process.platform === 'win32') return
    const fd = openSync(join(this.rootDir, path.slice(INSIDE.length)), 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  }
}
