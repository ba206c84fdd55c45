import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../tests/support/servers/postgres.ts'
import { createWatcherProcess } from '../../tests/support/servers/watcher-process.ts'

// Runs a watcher until it watches, then ends it.

const [script] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'caravan-watcher-'))
const postgres = await startPostgres()
try {
  const settings = { DATA_DIR: dataDir, DEMO: '0', SIMULATED_NETWORKS: '1', WATCHER: '1' }
  const watcher = createWatcherProcess({ ...settings, DATABASE_URL: await postgres.freshDatabase() }, script)
  await watcher.start()
  await watcher.close()
  console.log('watched, and ended')
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true })
}
