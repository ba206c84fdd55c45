import { connect, type ConnectOptions, type Page } from 'puppeteer-core'
import { PHONE } from '../../support/browsers/browser.ts'
import { Gone } from '../../support/browsers/cdp.ts'
import { CONDITION_LIMIT } from '../../support/servers/limits.ts'
import { until } from '../people/shopper.ts'
import type { RunningBrowser, StartOptions, Tab } from './engine.ts'
import type { startGroup } from './processes.ts'

/** Goes back one page. Puppeteer's own way waits for a load, and a page of the back-forward cache may have none. */
async function goBack(page: Page): Promise<void> {
  const address = () => page.evaluate('location.href')
  const left = await address()
  await page.evaluate('void setTimeout(() => history.back())')
  await until(
    () =>
      address().catch((error: unknown) => {
        // Neither page answers between the two.
        if (/destroyed|discarded|context/i.test(String(error)) && !page.isClosed()) return left
        throw error
      }),
    (at) => at !== left,
  )
}

/** A tab of a browser that Puppeteer drives. */
function tabOf(page: Page, alive: () => boolean): Tab {
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
    back: () => or(goBack(page)),
    clickAt: (x, y) => or(page.mouse.click(x, y)),
    write: (text) => or(page.keyboard.type(text)),
    press: (key) => or(page.keyboard.press(key)),
    front: () => or(page.bringToFront()),
    close: () => or(page.close()),
  }
}

/** The processes of a browser, how to reach it, and the command lines of its processes that run pages. */
interface Driven {
  group: ReturnType<typeof startGroup>
  reach(): Promise<ConnectOptions>
  pages: RegExp
}

/** Drives a browser that has been started; ends it where it cannot be reached. */
export async function drive(
  { group, reach, pages }: Driven,
  { script, onMessage }: StartOptions,
): Promise<RunningBrowser> {
  let alive = true
  const kill = async (): Promise<void> => {
    alive = false
    await group.kill()
  }
  try {
    const browser = await connect({ ...(await reach()), defaultViewport: PHONE })
    browser.on('disconnected', () => {
      alive = false
    })
    return {
      version: await browser.version(),
      open: async () => {
        const page = await browser.newPage()
        page.setDefaultTimeout(CONDITION_LIMIT)
        if (onMessage) await page.exposeFunction('postToTest', onMessage)
        if (script) await page.evaluateOnNewDocument(script)
        return tabOf(page, () => alive)
      },
      alive: () => alive,
      kill,
      crashPages: async () => {
        for (const pid of await group.find(pages)) process.kill(pid, 'SIGKILL')
      },
    }
  } catch (error) {
    await kill()
    throw error
  }
}
