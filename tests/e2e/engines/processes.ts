import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'

/** A program in a process group of its own, with all that it starts. */
export interface ProcessGroup {
  child: ChildProcess
  /** SIGKILL for the whole group; resolves when the program itself is gone. */
  kill(): Promise<void>
  /** The processes of the group whose command line has a match. */
  find(pattern: RegExp): Promise<number[]>
}

/** Starts a program. It dies with this process at the latest. */
export function startGroup(file: string, args: readonly string[], env: Record<string, string> = {}): ProcessGroup {
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const exited = once(child, 'exit')
  // Whether it could be started is told to whoever waits for its first word.
  exited.catch(() => undefined)
  const killGroup = (): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  process.on('exit', killGroup)
  return {
    child,
    kill: async () => {
      killGroup()
      process.off('exit', killGroup)
      await exited
    },
    find: async (pattern) => {
      const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
      const found = await Promise.all(
        pids.map(async (pid) => {
          // A process may end while it is looked at.
          const [stat, command] = await Promise.all(
            ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
          )
          const group = Number(/\) \S+ \d+ (\d+)/.exec(stat!)?.[1])
          return group === child.pid && pattern.test(command!) ? pid : undefined
        }),
      )
      return found.filter((pid) => pid !== undefined)
    },
  }
}

/** Resolves with the first match in what a program prints; rejects when it ends before. */
export function outputMatch(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (data) => {
        output = (output + String(data)).slice(-4000)
        const found = pattern.exec(output)
        if (found) resolve(found)
      })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}: ${output}`)))
  })
}
