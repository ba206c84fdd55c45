import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A watcher in a process of its own. */
export interface WatcherProcess {
  /** Starts it; resolves when it watches. */
  start(): Promise<void>
  /** Kills it without warning. */
  kill(): Promise<void>
  /** Ends it in its own way. */
  close(): Promise<void>
}

/** A watcher with this environment, which is not started yet. */
export function createWatcherProcess(env: Record<string, string>, script = 'server/watcher.ts'): WatcherProcess {
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child?.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    async start() {
      const started = spawn(process.execPath, [script], {
        cwd: ROOT,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      for await (const text of started.stdout) if (String(text).includes('watched')) return
      throw new Error('The watcher ended before it watched')
    },
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM'),
  }
}
