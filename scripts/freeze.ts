import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { freezeDevice } from '../tests/support/frozen/device.ts'
import { liveUntilFrozen } from '../tests/support/frozen/life.ts'
import { freezeMarket } from '../tests/support/frozen/market.ts'
import { openTestMarket } from '../tests/support/market/market.ts'
import { newDevice } from '../tests/support/device/world.ts'
import { bundleContract } from './freeze/contract.ts'

// `npm run freeze -- <name>`: keeps what this version's device and market write, and its contract, under
// tests/fixtures/frozen/<name>. Before a schema changes, that is: what is frozen afterwards is the new one.
// tests/journeys/versions/migration.test.ts then opens it for ever, and tests/laws/contract/frozen-contracts.test.ts
// has today's server answer its contract.

const [name, trial] = process.argv.slice(2)
if (name === undefined || !/^[a-z0-9.-]+$/.test(name)) throw new Error('npm run freeze -- <name>, such as 0.3-returns')
// With --trial it shows that it works, and keeps nothing.
const parent = trial === '--trial' ? '../.cache/' : '../tests/fixtures/frozen/'
const folder = fileURLToPath(new URL(`${parent}${name}/`, import.meta.url))
if (existsSync(folder))
  throw new Error(`${folder} is frozen already: what others have on their devices does not change`)

// A key that seals on a device cannot be exported; here it must be, so that it can be kept. It seals nothing but what
// this script invents.
const { generateKey } = crypto.subtle
crypto.subtle.generateKey = ((algorithm: AesKeyGenParams, _extractable: boolean, uses: KeyUsage[]) =>
  generateKey.call(crypto.subtle, algorithm, true, uses)) as typeof generateKey

const market = await openTestMarket()
const device = newDevice(market)
const cast = await liveUntilFrozen(market, device)
const at = Date.now()
await mkdir(folder, { recursive: true })
/** A row a line, so that a difference can be read. */
const text = (value: unknown): string => `${JSON.stringify(value, null, 1).replace(/\n {5,}/g, ' ')}\n`
await writeFile(
  `${folder}device.json`,
  text({
    note: 'Test data. The key is that of an invented person.',
    ...(await freezeDevice(device.idb.indexedDB, at)),
  }),
)
await writeFile(
  `${folder}market.json`,
  text({ note: 'Test data. The password stands in cast.json.', ...(await freezeMarket(market.db, at)) }),
)
await writeFile(`${folder}cast.json`, text(cast))
await writeFile(`${folder}contract.mjs`, await bundleContract(fileURLToPath(new URL('../contract/', import.meta.url))))
await market.close()
if (trial === '--trial') await rm(folder, { recursive: true })
console.log(trial === '--trial' ? 'Could be frozen; nothing was kept' : `Frozen in ${folder}`)
process.exit(0)
