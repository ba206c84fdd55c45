import { engineNames } from './engines/engine.ts'
import { missing } from './engines/install.ts'
import { findChromium } from '../support/browsers/chromium.ts'
import { fillMarketForRun } from '../support/servers/servers.ts'

// Vitest's global setup of the browser tests: what their files would otherwise each make or
// install for themselves.

let remove: (() => Promise<void>) | undefined

export async function setup(): Promise<void> {
  await findChromium()
  for (const name of engineNames) await missing(name)
  remove = await fillMarketForRun()
}
export async function teardown(): Promise<void> {
  await remove?.()
}
