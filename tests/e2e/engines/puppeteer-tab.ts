import type { Page } from 'puppeteer-core'
import { Gone } from '../../support/cdp.ts'
import type { Tab } from './engine.ts'

/** A tab of a browser that Puppeteer drives. */
export function tabOf(page: Page, alive: () => boolean): Tab {
  // The driver says in many ways that a page or the browser is gone.
  const or = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (!alive() || page.isClosed() || /closed|detached|disposed|destroyed|no such frame|crash/i.test(String(error)))
        throw new Gone(String(error))
      throw error
    })
  return {
    run: (expression) => or(page.evaluate(expression)) as Promise<never>,
    goto: async (url) => void (await or(page.goto(url))),
    reload: async () => void (await or(page.reload())),
    back: async () => void (await or(page.goBack())),
    clickAt: (x, y) => or(page.mouse.click(x, y)),
    write: (text) => or(page.keyboard.type(text)),
    press: (key) => or(page.keyboard.press(key)),
    front: () => or(page.bringToFront()),
    close: () => or(page.close()),
  }
}
