import { enableCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freshBuild } from './build/fresh.ts'

// `npm start`: the page, built if its sources have changed, then the market itself in this process:
// page and API on one port. PORT, DATA_DIR, DATABASE_URL and the mail server come from the environment.

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
process.chdir(root)
// The compile cache keeps what the engine made of the sources from one start to the next: 1.7 s of processor time
// instead of 2.8.
enableCompileCache(`${root}/.cache/compiled`)
if (!(await freshBuild(root))) process.exit(1)
await import(pathToFileURL(`${root}/server/main.ts`).href)
