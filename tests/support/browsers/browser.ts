import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  chromium,
  type Browser as Chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { findChromium } from './chromium.ts'
import { CONDITION_LIMIT } from '../servers/limits.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The reference phone. */
export const PHONE = { width: 360, height: 740 }

/** A window of a browser, with storage of its own. */
export interface BrowserWindow {
  context(): BrowserContext
  /** The page in front; the first one is there from the start. */
  page(): Page
  /** Uncaught errors of pages and lines that pages wrote to their consoles as errors */
  errors: string[]
  /** Closes it for good. */
  dispose(): Promise<void>
}

/** A person's browser with a profile on disk: it can be closed and opened again, and finds what it kept. */
export interface Browser extends BrowserWindow {
  /** The profile's folder on disk. */
  profile: string
  /** Closes it; the profile stays. */
  quit(): Promise<void>
  /** Opens it again with the same profile, with or without a network. */
  reopen(state?: { offline?: boolean }): Promise<Page>
}

/** Playwright's context options (viewport, locale, colour scheme) with those that every window has. */
const contextOptions = (options: BrowserContextOptions): BrowserContextOptions => ({
  viewport: PHONE,
  locale: 'en-GB',
  reducedMotion: 'reduce',
  ...options,
})

function listen(context: BrowserContext, errors: string[]): void {
  context.setDefaultTimeout(CONDITION_LIMIT)
  context.on('weberror', (error) => {
    // A part of the page that could not be fetched is reported; offline looks like that, too.
    if (error.error().name !== 'ChunkFailed') errors.push(String(error.error()))
  })
  context.on('console', (message) => {
    // A failed request is what offline looks like, also where the browser looks for a newer service worker; everything
    // else that is an error is one.
    if (
      message.type() === 'error' &&
      !/net::ERR_|Failed to load resource|error occurred when fetching the script/.test(message.text())
    )
      errors.push(message.text())
  })
}

/** A browser's program, and what its environment needs beyond ours. */
export interface Program {
  path: string
  env: Record<string, string>
}

const shared = new Map<string, Promise<Chromium>>()

/** The browser of this process's private windows, which starts with the first and ends with the process. */
function sharedBrowser({ path, env }: Program): Promise<Chromium> {
  const launch = async (): Promise<Chromium> => {
    const environment = { ...process.env, ...env } as Record<string, string>
    const browser = await chromium.launch({ executablePath: path, env: environment, args: ARGS, headless: true })
    browser.once('disconnected', () => shared.delete(path))
    return browser
  }
  const running = shared.get(path) ?? launch()
  shared.set(path, running)
  return running
}

/** Opens a private window of a Chromium, by default of ours: what it keeps is kept in memory, and gone with it. */
export async function openWindow(options: BrowserContextOptions = {}, program?: Program): Promise<BrowserWindow> {
  const browser = await sharedBrowser(program ?? { path: await findChromium(), env: {} })
  const context = await browser.newContext(contextOptions(options))
  const errors: string[] = []
  listen(context, errors)
  const page = await context.newPage()
  return { context: () => context, page: () => page, errors, dispose: () => context.close() }
}

/**
 * Opens a browser with a fresh profile. Options are Playwright's context options (viewport, locale, colour scheme),
 * `args` further switches of the browser.
 */
export async function openBrowser(options: BrowserContextOptions = {}, args: readonly string[] = []): Promise<Browser> {
  const executablePath = await findChromium()
  const profile = await mkdtemp(join(tmpdir(), 'caravan-profile-'))
  const errors: string[] = []
  let context: BrowserContext | undefined
  let page: Page

  const open = async ({ offline = false } = {}): Promise<Page> => {
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: [...ARGS, ...args],
      headless: true,
      ...contextOptions(options),
    })
    listen(context, errors)
    if (offline) await context.setOffline(true)
    page = context.pages()[0] ?? (await context.newPage())
    return page
  }
  const quit = async (): Promise<void> => {
    await context?.close()
    context = undefined
  }

  await open()
  return {
    context: () => context!,
    page: () => page,
    errors,
    quit,
    profile,
    reopen: async (state) => {
      await quit()
      return open(state)
    },
    dispose: async () => {
      await quit()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
