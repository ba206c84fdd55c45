import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a process has to end what it started before all of it is killed (ms). */
const GRACE = 15_000

const alive = new Set<ChildProcess>()
const stopping = new AbortController()

/** Aborted by Ctrl-C or SIGTERM, with the signal as its reason: what runs is ended, and no step begins. */
export const stop: AbortSignal = stopping.signal

/** Sends a signal to a process and to all that it has started. */
function signalTree({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/t', '/f'], () => undefined)
    return
  }
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ends a process and all that it has started, also what no longer listens. */
export async function endTree(child: ChildProcess): Promise<void> {
  const gone = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit')
  signalTree(child, 'SIGTERM')
  await Promise.race([gone, sleep(GRACE, undefined, { ref: false })])
  signalTree(child, 'SIGKILL')
  await gone
}

interface StartOptions {
  env: Readonly<Record<string, string>> | undefined
  /** It has a channel for messages: one that listens there does not end by itself. */
  tells: boolean
}

/** Starts Node in a process group of its own. */
export function startNode(root: string, args: readonly string[], { env, tells }: StartOptions): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: root,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', ...(tells ? ['ipc' as const] : [])],
    env: {
      ...process.env,
      // Hundreds of processes load the same sources: the engine's code for them is kept for the next one.
      NODE_COMPILE_CACHE: `${root}/.cache/compiled`,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      ...env,
    },
  })
  alive.add(child)
  if (stop.aborted) void endTree(child)
  child.once('close', () => alive.delete(child))
  return child
}

// A process group of its own does not hear Ctrl-C.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopping.abort(signal)
    for (const child of alive) void endTree(child)
  })
