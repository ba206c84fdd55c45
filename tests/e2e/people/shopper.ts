import { expect } from 'vitest'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { CONDITION_LIMIT } from '../../support/servers/limits.ts'
import type { FaultProxy } from '../../support/servers/fault-proxy.ts'
import type { Person } from './people.ts'

// A person's actions on the screens. Things are found as assistive technology finds them: by role and name.

/** Waits until a condition over the page holds; says the last value that did not. */
export async function until<T>(
  read: () => Promise<T>,
  wanted: (value: T) => boolean,
  ms = CONDITION_LIMIT,
): Promise<T> {
  const deadline = Date.now() + ms
  for (;;) {
    const value = await read()
    if (wanted(value)) return value
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after ${ms} ms`)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
}

/** Waits until the page has taken its document over: before that, links work and buttons do not yet. */
export const takenOver = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  )

/** Waits until React has gone over all that the document holds, and has said what did not fit. */
export const hydrated = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const parts = [...document.querySelectorAll('#root, #root a, #root button, #root p')]
    return parts.every((part) => Object.keys(part).some((key) => key.startsWith('__react')))
  })

/**
 * Waits until a sheet that was closed is out of the history, too: it goes back there, a moment after it has left the
 * screen, and that would end the loading of another page.
 */
const historyAtRest = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => document.querySelector('dialog[open]') !== null || !(history.state as { sheet?: string } | null)?.sheet,
  )

/** Opens a screen by its address, as typing it or reloading does. */
export const open = async (page: Page, url: string, path: string): Promise<void> => {
  await historyAtRest(page)
  await page.goto(url + path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await takenOver(page)
}

/** Waits until the device has a product, in full or as its card: it is shown from its document before that. */
export const goodsKept = (page: Page, id: number, as: 'details' | 'products' = 'details'): Promise<boolean> =>
  until(
    () =>
      page.evaluate(
        ([wanted, store]) =>
          new Promise<boolean>((resolve) => {
            const request = indexedDB.open('caravan-catalogue')
            request.onerror = () => resolve(false)
            // Not there yet: the worker is the one who makes it.
            request.onupgradeneeded = () => request.transaction!.abort()
            request.onsuccess = () => {
              const db = request.result
              const get = db.transaction(store).objectStore(store).get(wanted)
              get.onsuccess = () => resolve(get.result !== undefined)
              get.onerror = () => resolve(false)
              db.close()
            }
          }),
        [id, as] as const,
      ),
    (kept) => kept,
  )

/** Opens a screen as a link within the page does: page and worker go on. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const { at = 0 } = history.state as { at?: number }
    const state = { key: crypto.randomUUID(), at: at + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)

/** Gives the network back; what befalls requests then may be said. */
export type WayOut = (before?: FaultProxy['before']) => Promise<void>

/**
 * Takes the network away from a page's or a browser's context, and at the proxy, since what is said to a page does not
 * keep the service worker from sending. Returns what gives it back.
 */
export async function intoTunnel(of: { context(): BrowserContext }, proxy: FaultProxy): Promise<WayOut> {
  proxy.before = () => 'refuse'
  await of.context().setOffline(true)
  return async (before = () => undefined) => {
    proxy.before = before
    await of.context().setOffline(false)
  }
}

export async function logIn(page: Page, url: string, person: Person): Promise<void> {
  await open(page, url, '/login')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((at) => at.pathname !== '/login')
}

/** Waits until the service worker keeps the shell: from then on the network is not needed to open. */
export const shellKept = async (page: Page): Promise<void> => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // A page that was being loaded when it took over is its only from its next loading on.
  if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null))) await page.reload()
  await until(
    () => page.evaluate(() => navigator.serviceWorker.controller !== null),
    (controlled) => controlled,
  )
  await until(
    () => page.evaluate(missingOfShell),
    (missing) => missing.length === 0,
  )
}

/** The files of the shell that are not on this device yet, by the service worker's own list. Runs in the page. */
export async function missingOfShell(): Promise<string[]> {
  const script = await (await fetch('/sw.js')).text()
  const language = document.documentElement.lang
  const isPersons = (await indexedDB.databases()).some(({ name }) => /^caravan-user-(?!guest$)/.test(name ?? ''))
  // Chunks stand in lists of names for each ending (scripts/build/service-worker.ts).
  const lists = [...script.matchAll(/'([^']+)'\.split\(' '\)\.map\(n=>'\/assets\/'\+n\+'\.(js|css)'\)/g)]
  if (lists.length !== 2) throw new Error('the list in the service worker was not found')
  const listed = lists.flatMap(([, names, kind]) => names!.split(' ').map((name) => `/assets/${name}.${kind}`))
  const files = listed.filter(
    (file) =>
      !/\/(drain|(worker-part-)?staff)-/.test(file) &&
      (isPersons || !/\/(person|worker-part-(desks|goods|wallet)|texts-own|texts-trade)-/.test(file)) &&
      (!file.includes('/texts-') || file.includes(`-${language}-`)),
  )
  // One question a cache: hundreds of them, asked again and again, keep the service worker from fetching.
  const kept = new Set<string>()
  for (const name of await caches.keys()) {
    // One that was dropped meanwhile must not be made again.
    const cache = (await caches.has(name)) && (await caches.open(name))
    if (cache) for (const { url } of await cache.keys()) kept.add(new URL(url).pathname)
  }
  return files.filter((file) => !kept.has(file))
}

/** Adds what the product's screen offers first; resolves when the device says it is saved. */
export async function addToCart(page: Page, url: string, id: number): Promise<void> {
  await open(page, url, `/goods?id=${id}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByText('Added to cart').first().waitFor()
}

/** Presses Favourite on a product's screen until it is as wanted. */
export async function favourite(page: Page, url: string, id: number, on: boolean): Promise<void> {
  await open(page, url, `/goods?id=${id}`)
  const button = page.getByRole('button', { name: 'Favourite', exact: true }).first()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(!on))
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe(String(on))
}

/** A cart line: the list item with the product's title. */
export const line = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Quantity', { exact: true }) })
    .filter({ hasText: title })

export async function setQuantity(page: Page, title: string, num: number): Promise<void> {
  const field = line(page, title).getByRole('textbox', { name: 'Quantity', exact: true })
  await field.fill(String(num))
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(String(num))
}

export async function removeLine(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${title}`, exact: true }).click()
  await line(page, title).waitFor({ state: 'detached' })
}

/** The pieces on the cart screen, by title. */
export async function cartShown(page: Page): Promise<Record<string, number>> {
  const quantities = page.getByRole('listitem').getByRole('textbox', { name: 'Quantity', exact: true })
  const shown: Record<string, number> = {}
  for (const field of await quantities.all()) {
    // The list of a product's lines is named by its title.
    const title = await field.locator('xpath=ancestor::ul[1]').getAttribute('aria-label')
    shown[title ?? ''] = Number(await field.inputValue())
  }
  return shown
}

/** How many things on the screen carry the mark of not being at the shop yet. */
export const marks = (page: Page): Promise<number> => page.getByRole('img', { name: /^Waiting to be sent/ }).count()

/** The status line's words. */
export const status = async (page: Page): Promise<string> =>
  (await page.getByRole('status').allTextContents()).join(' ').trim()

/** The focused element: its tag, and its name or text. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return !at || at === document.body ? 'nothing' : `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent}`
  })

/** Waits until the app has said something short. */
export const waitForToast = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('log').filter({ hasText: text }).waitFor({ state: 'attached' })
}
