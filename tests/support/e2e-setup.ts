import { engineNames } from '../e2e/engines/engine.ts'
import { missing } from '../e2e/engines/install.ts'
import { findChromium } from './chromium.ts'
import { fillMarketForRun } from './servers.ts'

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
