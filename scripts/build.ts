import { readdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { budgetTable, overBudget, readBudgets, type ViteManifest } from './build/budgets.ts'
import { buildDocuments } from './build/documents.ts'
import { importersOfEntry, importersOfMembers, importersOfPersons, readWorker } from './build/importers.ts'
import { packAssets } from './build/pack.ts'
import { readScreens, startFiles, writePreloads } from './build/preloads.ts'
import { buildServiceWorker } from './build/service-worker.ts'
import { hashSources, stampBuild } from './build/sources.ts'

// The page, its worker, then the service worker that carries the list of them; then the budgets, beyond
// which the build fails.

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
const dist = `${root}/dist`
const since = performance.now()
const step = (text: string): void => {
  console.log(`  ${((performance.now() - since) / 1000).toFixed(1).padStart(5)} s  ${text}`)
}

const hash = await hashSources(root)

console.log('Building the page')
await stampBuild(root, null)
await build({ root, logLevel: 'warn' })
step('page and worker')
await buildDocuments(root, dist)
step('documents')
const manifest = JSON.parse(await readFile(`${dist}/.vite/manifest.json`, 'utf8')) as ViteManifest
const screens = await readScreens(root)
const built = (await readdir(`${dist}/assets`)).map((file) => `assets/${file}`)
await writePreloads(dist, manifest, screens)
const { files, bytes } = await buildServiceWorker(root, dist, startFiles(manifest, screens, built))
step(`service worker, shell of ${files} files, ${Math.round(bytes / 1000)} kB`)
await rm(`${dist}/.vite`, { recursive: true })
const { plain, packed } = await packAssets(dist)
step(`packed, ${Math.round(plain / 1000)} kB in ${Math.round(packed / 1000)} kB`)
const budgets = await readBudgets(dist, manifest)
console.log(budgetTable(budgets))
const over = overBudget(budgets)
if (over.length) {
  console.error(
    `The build fails: ${over.map((b) => b.what).join(', ')} beyond ${over.length > 1 ? 'their budgets' : 'its budget'} (gzip -9).`,
  )
  process.exit(1)
}
const worker = await readWorker(`${dist}/assets`)
const broken = [...importersOfPersons(manifest), ...importersOfMembers(worker)]
if (broken.length) {
  console.error(
    `The build fails: guests keep ${broken.join(', ')} without all that it imports (scripts/build/importers.ts).`,
  )
  process.exit(1)
}
const importers = importersOfEntry(worker)
if (importers.length) {
  console.error(
    `The build fails: WebKit would run the worker twice, because ${importers.join(', ')} imports its entry.`,
  )
  process.exit(1)
}
await stampBuild(root, hash)
