import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../servers/free-port.ts'
import type { Thawed } from './frozen.ts'
import { until } from '../device/world.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

function run(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += String(data)
    })
  return { child, output: () => output }
}

/** Starts the real server over a database that it will not open; how it ended, and with which words. */
export async function startedOver({ env }: Thawed): Promise<{ code: number | null; output: string }> {
  const { child, output } = run('server/main.ts', { ...env, PORT: String(await freePort()) })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output: output() }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/**
 * Has a process upgrade the database, and kills it when some of that has been done and the rest has not. On PostgreSQL
 * the real server,
 * which meets a lock in the middle of the step; PGlite has one session, so there it is the real migration with one more
 * step, which never ends.
 */
export async function killedInTheMiddle(thawed: Thawed): Promise<void> {
  if ('dataDir' in thawed.options) {
    const { child, output } = run('tests/support/frozen/endless-upgrade.ts', {}, [thawed.options.dataDir])
    await until(`the last step has begun (${output()})`, () => output().includes('in the last step'))
    return kill(child)
  }
  await thawed.session(async (query) => {
    await query('begin', [])
    await query('lock table orders in row exclusive mode', [])
    const { child, output } = run('server/main.ts', { ...thawed.env, PORT: String(await freePort()) })
    await until(
      `it waits for the lock (${output()})`,
      async () =>
        (await query("select from pg_locks where relation = 'orders'::regclass and not granted", [])).rows.length > 0,
      60_000,
    )
    await kill(child)
    await query('rollback', [])
  })
}
