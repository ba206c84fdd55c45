import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { locales } from '#contract/text/locales.ts'
import { tableOf } from './numbers/table.ts'

// Writes how each language writes numbers, from this Node's Intl, into locales/numbers/. A change of it is to be read
// before it is committed: every page and every document will write so.

const folder = fileURLToPath(new URL('../locales/numbers/', import.meta.url))
for (const { code } of locales) {
  await writeFile(`${folder}${code}.json`, `${JSON.stringify(tableOf(code), null, 2)}\n`)
  console.log(`locales/numbers/${code}.json`)
}
