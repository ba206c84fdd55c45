import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { engineOptions, engineOver, type Engine } from './engine.ts'

// A snapshot is of one version of PGlite; its package names its version only in a file that it does not export.
const packageFile = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json')
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
const folder = fileURLToPath(new URL('../../../.cache/pglite/', import.meta.url))

/**
 * A database in memory, for tests. Making one from nothing takes seconds, so the first is kept as a
 * snapshot after `prepare` and the later ones start from it; `key` names what `prepare` does.
 */
export async function openInMemory(key: string, prepare: (engine: Engine) => Promise<void>): Promise<Engine> {
  const file = `${folder}${createHash('sha256').update(`${version} 2 ${key}`).digest('hex').slice(0, 24)}.tar`
  const snapshot = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (snapshot) return engineOver(await PGlite.create({ ...engineOptions, loadDataDir: new Blob([snapshot]) }))

  const pglite = await PGlite.create(engineOptions)
  const engine = engineOver(pglite)
  await prepare(engine)
  // A third of a snapshot would be databases that nobody opens, and each start from it reads the whole.
  await pglite.exec(`update pg_database set datistemplate = false`)
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  const dump = await pglite.dumpDataDir('none')
  await mkdir(folder, { recursive: true })
  // Several test processes may do this at once: each writes its own file, and the last name wins whole.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()))
  await rename(draft, file)
  return engine
}
