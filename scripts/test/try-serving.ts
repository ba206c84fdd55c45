import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tests/support/servers/free-port.ts'

// Runs an npm script that serves (`start`, `dev`) until its page answers, then ends it as Ctrl-C does.

const [script = 'start'] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'caravan-serving-'))
const port = await freePort()
const onWindows = process.platform === 'win32'
const child = spawn('npm', ['run', script], {
  shell: onWindows,
  detached: !onWindows,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
})
const gone = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
try {
  while (
    !(await fetch(`http://localhost:${port}/`).then(
      async (response) => response.ok && (await response.text()).includes('<div id="root"'),
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`npm run ${script} ended with ${child.exitCode}`)
    await sleep(200)
  }
  console.log(`npm run ${script} answered on ${port}`)
  // Ctrl-C reaches npm and all that it has started.
  if (onWindows) child.kill('SIGINT')
  else process.kill(-child.pid!, 'SIGINT')
  const [code, signal] = await gone
  console.log(`and ended (${code ?? signal})`)
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
