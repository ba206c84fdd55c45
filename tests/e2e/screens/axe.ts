import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { errors, type Page } from 'playwright-core'
import type { BrowserWindow } from '../../support/browsers/browser.ts'
import { sideBySide } from '../../support/browsers/side-by-side.ts'
import { keysShown } from './keys-shown.ts'
import { goWithin, open, until } from '../people/shopper.ts'

// The faults that axe finds on screens, and the tables by which no screen is forgotten.

/** A source file of the page. */
export const source = (path: string): string => readFileSync(new URL(`../../../src/${path}`, import.meta.url), 'utf8')
/** The patterns of the route table. */
export const patterns = (): string[] => [...source('app/routes.ts').matchAll(/path: '(\/[^'*]*)'/g)].map((m) => m[1]!)
/** The operator's desks. */
export const desks = (): string[] =>
  [...source('features/operator/screen/desks.ts').matchAll(/\bdesk\(\s*'([^']+)'/g)].map((m) => `/operator/${m[1]}`)
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The faults that axe finds on the page as it is. */
export async function faultsHere(page: Page, path: string): Promise<string[]> {
  // A product card is named by its title alone and the cart's tab "Cart, 3", as the product demands; axe would want
  // every word of them in the name.
  const { violations } = await new AxeBuilder({ page })
    // In the page itself, without a further one for each answer: nothing here stands in a frame.
    .setLegacyMode()
    // Beyond WCAG: everything stands in a landmark.
    .options({ rules: { region: { enabled: true } }, resultTypes: ['violations'] })
    .withTags(TAGS)
    .disableRules('label-content-name-mismatch')
    .analyze()
  return violations.flatMap((v) => {
    // A target that has scrolled half under the tab bar is not too small.
    const nodes = v.nodes.filter((n) => !(v.id === 'target-size' && /obscured/.test(n.failureSummary ?? '')))
    return nodes.length > 0
      ? [
          `${path}: ${v.id}: ${nodes
            .slice(0, 3)
            .map((n) => `${n.target.join(' ')} ${n.failureSummary?.split('\n').slice(1, 2).join('').trim()}`)
            .join(' | ')}`,
        ]
      : []
  })
}

/** Whether an address, or a path of this market, is one of a route's. */
export const fits = (pattern: string, address: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(new URL(address, 'http://here').pathname)
const patternOf = (address: string): string | undefined => patterns().find((pattern) => fits(pattern, address))

/** Goes to a screen as a link does where the page shows another one, which it need not load again for it. */
async function walk(page: Page, url: string, path: string): Promise<void> {
  if (!page.url().startsWith(url) || patternOf(page.url()) === patternOf(path)) return open(page, url, path)
  const title = page.getByRole('heading', { level: 1 })
  const left = await title.first().elementHandle()
  const was = await left!.textContent()
  await goWithin(page, path)
  const other = page.waitForFunction(
    ([old, text]) => {
      const now = document.querySelector('h1')
      return now !== null && (now !== old || now.textContent !== text)
    },
    [left, was] as const,
    { timeout: 2000 },
  )
  await other.catch((error: unknown) => {
    // One with the same title cannot be told from the one before.
    if (error instanceof errors.TimeoutError) return open(page, url, path)
    throw error
  })
}

/** By how much the page is wider than its screen, and what sticks out; undefined when it is not. Runs in the page. */
function widerThanScreen(): string | undefined {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return undefined
  const clipped = (part: Element | null): boolean =>
    part !== null &&
    part !== document.body &&
    (getComputedStyle(part).overflowX !== 'visible' || clipped(part.parentElement))
  const beyond = (part: Element): number => {
    const { left, right } = part.getBoundingClientRect()
    return Math.max(right - clientWidth, -left)
  }
  // Of those that stick out equally far the innermost. What only screen readers see is a pixel off by design.
  const most = [...document.querySelectorAll('body *:not(.visually-hidden)')]
    .filter((part) => beyond(part) > 0 && !clipped(part.parentElement))
    .reduce<Element | undefined>((so, part) => (so && beyond(so) > beyond(part) ? so : part), undefined)
  return `${scrollWidth - clientWidth} px wider, by ${most?.outerHTML.slice(0, 120)},`
}

/** Whether the page scrolls sideways on a screen of 320 px or of 360 px, or there with text twice as large. */
async function overflow(page: Page, path: string): Promise<string[]> {
  const faults: string[] = []
  const look = async (as: string): Promise<void> => {
    const wide = await page.evaluate(widerThanScreen)
    if (wide) faults.push(`${path}: ${wide} than ${as}`)
  }
  const enlarge = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
  await page.setViewportSize({ width: 320, height: 640 })
  await look('a screen of 320 px')
  await page.setViewportSize({ width: 360, height: 740 })
  await look('a screen of 360 px')
  await enlarge('200%')
  await look('a screen of 360 px with text twice as large')
  await enlarge('')
  return faults
}

/** The faults of all these screens, axe's and our own, as sentences. `go` leads to a screen. */
export async function faultsOn(
  browser: BrowserWindow,
  url: string,
  among: string[],
  go: typeof open = walk,
): Promise<string[]> {
  const pages = [browser.page(), await browser.context().newPage()] as const
  const found = await sideBySide(among, async (path, side) => {
    const page = pages[side]
    await go(page, url, path)
    // A list that has products may still show that more will come.
    await until(
      async () => ({
        path,
        waits:
          (await page.locator('[aria-busy=true]').count()) > 0 &&
          (await page.locator('a[href^="/goods"]').count()) === 0,
      }),
      (now) => !now.waits,
    )
    const faults = [...(await faultsHere(page, path)), ...(await overflow(page, path))]
    if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) faults.push(`${path}: not exactly one h1`)
    return [
      ...faults,
      ...(await keysShown(page))
        // The audit log writes what was done by its own names.
        .filter((key) => path !== '/operator/audit' || !key.startsWith('operator.'))
        .map((key) => `${path}: shows the key ${key}`),
    ]
  })
  await pages[1].close()
  return found.flat()
}

/** Signs somebody in, in whatever language the page is. */
export async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await open(page, url, '/login')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL((at) => at.pathname !== '/login')
}
