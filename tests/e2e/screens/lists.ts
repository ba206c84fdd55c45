import type { Page } from 'playwright-core'
import { open, shellKept, until } from '../people/shopper.ts'

// Endless lists in a browser, and where one is in them.

/** The products' cards that are in the document. */
export const cards = (page: Page) => page.locator('main a[href^="/goods"]')

/** Scrolls until a list holds so many products; their cards near the view are in the document. */
export async function scrollThrough(page: Page, wanted: number): Promise<void> {
  const last = () =>
    page
      .locator('[aria-posinset]')
      .evaluateAll((items) => Math.max(0, ...items.map((item) => Number(item.getAttribute('aria-posinset')))))
  await until(
    async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      return last()
    },
    (n) => n >= wanted,
    30_000,
  )
}

/** Where one is: the address, how far down, and the first product that is wholly seen. */
export const place = (page: Page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/goods"]')].find(
      (a) => a.getBoundingClientRect().top > 60,
    )
    return {
      address: location.pathname + location.search,
      y: Math.round(scrollY),
      seen: seen?.href,
      top: Math.round(seen?.getBoundingClientRect().top ?? 0),
    }
  })

export type Place = Awaited<ReturnType<typeof place>>

/**
 * Whether somebody sees the same thing at the same height. How far the page is scrolled may differ: a line about the
 * network may have come above.
 */
export const backAt =
  (before: Place) =>
  (now: Place): boolean =>
    now.address === before.address && now.seen === before.seen && Math.abs(now.top - before.top) <= 2

/** The same, once the cards around have been drawn and nothing moves any more, nor does the list grow or shrink. */
export async function settled(page: Page): Promise<Place> {
  let [last, still] = ['', 0]
  const [now] = await until(
    async () => [await place(page), await page.evaluate(() => document.documentElement.scrollHeight)] as const,
    (seen) => {
      const text = JSON.stringify(seen)
      still = seen[0].seen !== undefined && text === last ? still + 1 : 0
      last = text
      return still === 3
    },
  )
  return now
}

/** Looks around with a network: a long list, a category, and the shell that is kept. */
export async function browse(page: Page, url: string): Promise<void> {
  await open(page, url, '/product')
  await cards(page).first().waitFor()
  await scrollThrough(page, 100)
  // Screens and what they need besides, as somebody leaves them behind who looks around.
  await open(page, url, '/category/1')
  await cards(page).first().waitFor()
  await shellKept(page)
}
