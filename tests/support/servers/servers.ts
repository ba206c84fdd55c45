import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, rmSync, writeFileSync } from 'node:fs'
import { cp, lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const READY_MS = 90_000

/** The real production server in a process of its own, with its own data folder and port. */
export interface Market {
  url: string
  dataDir: string
  /** The number of its process. */
  pid(): number
  /** The output that it has printed so far. */
  log(): string
  /** Dies as by a power cut: SIGKILL, nothing flushed. */
  kill(): Promise<void>
  /** Starts again on the same folder and port; resolves when it answers. */
  restart(): Promise<void>
  /** Ends it in its own way (SIGTERM) and deletes the folder. */
  close(): Promise<void>
  /** One call of the API from outside any device. */
  call(
    path: string,
    body?: unknown,
    token?: string,
    method?: 'GET' | 'POST',
  ): Promise<{ code: number; msg: string; data: unknown }>
}

/** Names the folder of a run, which holds its demo market (`demo`) and the ids of its processes (`running`). */
const OF_THE_RUN = 'TEST_MARKETS'

/**
 * Fills a demo market once for this and all later processes of the run: their markets begin with a copy of its folder.
 * Returns a function that deletes it and ends the processes that nobody closed.
 */
export async function fillMarketForRun(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'caravan-run-'))
  const running = join(folder, 'running')
  await mkdir(running)
  const market = await startMarket({ DATA_DIR: join(folder, 'demo') })
  await market.close()
  process.env[OF_THE_RUN] = folder
  return async () => {
    delete process.env[OF_THE_RUN]
    for (const pid of await readdir(running)) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The run's folder, for a market that would fill a folder of its own with the same. */
const filledFor = (env: Record<string, string>): string | undefined =>
  env['DATA_DIR'] === undefined && env['DATABASE_URL'] === undefined && env['DEMO'] === undefined
    ? process.env[OF_THE_RUN]
    : undefined

/**
 * Copies a data folder, but for the pictures that were made: all markets of the run make and keep them in one place,
 * each picture once. A file is written beside its place and moved there, so that nobody reads half of one.
 */
async function copyMarket(from: string, to: string): Promise<void> {
  const pictures = join(from, 'pictures')
  // The socket by which a process was reached is no part of the data, and cannot be copied.
  const filter = async (path: string): Promise<boolean> => path !== pictures && !(await lstat(path)).isSocket()
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter })
  await mkdir(pictures, { recursive: true })
  await symlink(pictures, join(to, 'pictures'), 'junction')
}

/** A demo market of the run that starts while the tests of the one before go on. */
let spare: Promise<Market> | undefined

/** Starts a market; resolves when it answers. `env` adds to its environment (DATABASE_URL, …). */
export async function startMarket(env: Record<string, string> = {}): Promise<Market> {
  if (process.env[OF_THE_RUN] === undefined || Object.keys(env).length > 0) return newMarket(env)
  const market = spare ?? newMarket({})
  spare = market.then(() => newMarket({}))
  // A failure is reported to the test that asks for this market; there may be none.
  spare.catch(() => {})
  return market
}

async function newMarket(env: Record<string, string>): Promise<Market> {
  const run = filledFor(env)
  const dataDir = await mkdtemp(join(run ?? tmpdir(), 'caravan-market-'))
  if (run !== undefined) await copyMarket(join(run, 'demo'), dataDir)
  const port = await freePort()
  const url = `http://localhost:${port}`
  let child: ChildProcess
  let output = ''
  let ending = false

  const up = async (): Promise<void> => {
    ending = false
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const noted = run === undefined ? undefined : join(run, 'running', String(started.pid))
    if (noted !== undefined) writeFileSync(noted, '')
    started.once('exit', (code, signal) => {
      if (noted !== undefined) rmSync(noted, { force: true })
      if (!ending) console.error(`the market ended by itself (${code ?? signal}):\n${output.slice(-4000)}`)
    })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (data) => {
        output += String(data)
      })
    const deadline = Date.now() + READY_MS
    for (;;) {
      if (started.exitCode !== null) throw new Error(`the market ended with ${started.exitCode}:\n${output}`)
      if (Date.now() > deadline) {
        await end('SIGKILL')
        throw new Error(`the market did not answer within ${READY_MS} ms:\n${output}`)
      }
      const answered = await fetch(`${url}/api/index/category`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(5000),
      }).then(
        (r) => r.ok,
        () => false,
      )
      if (answered) return
      await new Promise((resolve) => {
        setTimeout(resolve, 100)
      })
    }
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    ending = true
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  await up()
  return {
    url,
    dataDir,
    pid: () => child.pid!,
    log: () => output,
    kill: () => end('SIGKILL'),
    restart: up,
    close: async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
    call: async (path, body = {}, token, method = 'POST') => {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token ? { token } : {}) },
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      })
      return (await response.json()) as { code: number; msg: string; data: unknown }
    },
  }
}
