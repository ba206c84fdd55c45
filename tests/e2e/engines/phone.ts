import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, RunningBrowser, StartOptions, Tab } from './engine.ts'

/** A person's phone: a profile on disk, and the browser that runs on it now. */
export interface Phone {
  /** The tab in front of a browser that runs; the first one is there from the start. */
  tab(): Tab
  browser(): RunningBrowser
  /** One more tab beside it. */
  another(): Promise<Tab>
  /** SIGKILL for the browser; the profile stays. */
  kill(): Promise<void>
  /** Kills the browser, and starts it again on the same profile. */
  reopen(): Promise<Tab>
  /** Kills the browser and deletes the profile. */
  dispose(): Promise<void>
}

/** Starts an engine's browser on a fresh profile. */
export async function openPhone(engine: Engine, options: StartOptions = {}): Promise<Phone> {
  const profile = await mkdtemp(join(tmpdir(), `caravan-${engine.name.replace(' ', '-')}-`))
  let browser: RunningBrowser | undefined
  let tab: Tab
  const kill = async (): Promise<void> => {
    await browser?.kill()
    browser = undefined
  }
  const start = async (): Promise<Tab> => {
    browser = await engine.start(profile, options)
    return (tab = await browser.open())
  }
  const dispose = async (): Promise<void> => {
    await kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  await start().catch(async (error: unknown) => {
    await dispose()
    throw error
  })
  return {
    tab: () => tab,
    browser: () => browser!,
    another: () => browser!.open(),
    kill,
    reopen: async () => {
      await kill()
      return start()
    },
    dispose,
  }
}
