import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONDITION_LIMIT } from '../../../tests/support/servers/limits.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'caravan-fsync-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

/** A disk whose syncs fail from the moment a file appears beside it. */
const failing = (sign: string): string => `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  for (const name of ['fdatasyncSync', 'fsyncSync']) {
    const real = fs[name]
    fs[name] = (fd) => {
      if (fs.existsSync(${JSON.stringify(sign)}))
        throw Object.assign(new Error('EIO: i/o error, ' + name), { code: 'EIO' })
      real(fd)
    }
  }
  syncBuiltinESMExports()
`

it('a sync that fails ends the process, which says so and answers no commit', async () => {
  const sign = join(folder, 'broken')
  const disk = join(folder, 'disk.mjs')
  await writeFile(disk, failing(sign))
  // By the environment, because the database's thread takes no flags of its parent.
  await writeFile(
    join(folder, 'server.mjs'),
    `import { writeFileSync } from 'node:fs'
     const { openThreaded } = await import(${module('./threaded.ts')})
     const engine = await openThreaded(${JSON.stringify(join(folder, 'pglite'))}, (error) => {
       console.log(error.message)
       process.exit(3)
     })
     await engine.run('create table t (n int)', [])
     await engine.run('insert into t values (1)', [])
     console.log('before')
     writeFileSync(${JSON.stringify(sign)}, '')
     await engine.run('insert into t values (2)', []).then(() => console.log('answered'), () => undefined)
     setInterval(() => {}, 1000)`,
  )
  const child = spawn(process.execPath, [join(folder, 'server.mjs')], {
    env: { ...process.env, NODE_OPTIONS: `--import=${disk}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, reported] = ['', '']
  child.stdout.on('data', (text) => {
    output += String(text)
  })
  child.stderr.on('data', (text) => {
    reported += String(text)
  })
  const ended = await Promise.race([
    once(child, 'exit'),
    new Promise((over) => {
      setTimeout(over, CONDITION_LIMIT, 'hangs')
    }),
  ])
  child.kill('SIGKILL')
  expect({ ended, output, reported }).toEqual({
    ended: [3, null],
    output: "before\nthe database's thread ended (1)\n",
    reported: expect.stringContaining(
      "The database's files could not be synced to the disk: Error: EIO: i/o error, fdatasyncSync",
    ) as string,
  })
})
