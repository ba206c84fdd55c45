import { join } from 'node:path'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { openThreaded } from '#server/db/pglite/threaded.ts'

// A process of its own, to be killed: migrates a data folder by all the steps that there are, and by one that never
// ends, in the same transaction.

const engine = await openThreaded(join(process.argv[2]!, 'pglite'), () => undefined)
const endless = 'select pg_sleep(600)'
await migrate(
  (sql, parameters) => {
    if (sql === endless) console.log('in the last step')
    return engine.run(sql, parameters)
  },
  [...readMigrations(), { name: '9999_endless.sql', text: endless, hash: '' }],
)
