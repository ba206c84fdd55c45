import type { Page } from 'playwright-core'
import type { Front } from '../first-visit/front.ts'

/** A tap of a visit: what is tapped, and how one sees that all of it is there. */
interface Step {
  what: string
  tap(page: Page): Promise<unknown>
  there(page: Page): Promise<unknown>
}

const heading = (page: Page, path: RegExp): Promise<unknown> =>
  Promise.all([page.waitForURL(path), page.locator('main h1, header h1').first().waitFor()])
const firstCard = (page: Page) => page.locator('main article a[href^="/goods"]').first()

/** A buyer's way through the market, in its order; each begins when the one before has brought all it brings. */
const steps: readonly Step[] = [
  {
    what: 'tab Products',
    tap: (page) => page.locator('nav a[href="/product"]').first().tap(),
    there: (page) => Promise.all([heading(page, /\/product$/), firstCard(page).waitFor()]),
  },
  {
    what: 'tab Home',
    tap: (page) => page.locator('nav a[href="/"]').first().tap(),
    there: (page) => firstCard(page).waitFor(),
  },
  {
    what: 'a category',
    tap: (page) => page.locator('main a[href^="/category/"]').nth(1).tap(),
    there: (page) => Promise.all([page.waitForURL(/\/category\//), firstCard(page).waitFor()]),
  },
  {
    what: 'a product: its title and price',
    tap: (page) => firstCard(page).tap(),
    there: (page) => Promise.all([page.waitForURL(/\/goods/), page.locator('main p strong').first().waitFor()]),
  },
  {
    what: 'one more piece',
    tap: (page) => page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).first().tap(),
    there: () => Promise.resolve(),
  },
  {
    what: 'add to cart',
    tap: (page) =>
      page
        .getByRole('button', { name: /add to cart/i })
        .first()
        .tap(),
    there: (page) => page.getByText(/added/i).first().waitFor(),
  },
  {
    what: 'back to the category',
    tap: (page) => page.getByRole('button', { name: /back/i }).first().tap(),
    there: (page) => Promise.all([page.waitForURL(/\/category\//), firstCard(page).waitFor()]),
  },
]

/** Walks the way once on a page at home: from each tap to the first change on the screen (ms), by what was tapped. */
export async function walk(page: Page, front: Front): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const { what, tap, there } of steps) {
    await front.link.quietFor(1_500)
    await tap(page)
    await there(page)
    await page.waitForFunction(() => window.changeAfterTap() !== undefined)
    times.set(what, (await page.evaluate(() => window.changeAfterTap()))!)
  }
  return times
}
