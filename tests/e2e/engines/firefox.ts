import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Page } from 'puppeteer-core'
import { PHONE } from '../../support/browser.ts'
import { Gone } from '../../support/cdp.ts'
import { CONDITION_LIMIT } from '../../support/limits.ts'
import type { Engine, RunningBrowser, Tab } from './engine.ts'
import { programs } from './install.ts'
import { saidBy, startGroup } from './processes.ts'

/** No first-run pages, no services of Mozilla's, and no question after a crash. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.startup.max_resumed_crashes': -1,
}

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
    back: async () => void (await or(page.goBack())),
    clickAt: (x, y) => or(page.mouse.click(x, y)),
    write: (text) => or(page.keyboard.type(text)),
    press: (key) => or(page.keyboard.press(key)),
    front: () => or(page.bringToFront()),
    close: () => or(page.close()),
  }
}

/** Debian's Firefox, driven by Puppeteer over WebDriver BiDi, which Firefox speaks by itself. */
export const firefox: Engine = {
  name: 'firefox',
  async start(profile, { script, told, private: inPrivate = false } = {}) {
    const preferences = { ...PREFERENCES, 'browser.privatebrowsing.autostart': inPrivate }
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
    )
    await writeFile(join(profile, 'user.js'), lines.join(''))
    const group = startGroup(programs.firefox, [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port=0',
      'about:blank',
    ])
    let alive = true
    const kill = async (): Promise<void> => {
      alive = false
      await group.kill()
    }
    try {
      const [, address] = await saidBy(group.child, /WebDriver BiDi listening on (ws:\S+)/)
      const browser = await connect({
        browserWSEndpoint: `${address}/session`,
        protocol: 'webDriverBiDi',
        defaultViewport: PHONE,
      })
      browser.on('disconnected', () => {
        alive = false
      })
      return {
        version: await browser.version(),
        open: async () => {
          const page = await browser.newPage()
          page.setDefaultTimeout(CONDITION_LIMIT)
          if (told) await page.exposeFunction('told', told)
          if (script) await page.evaluateOnNewDocument(script)
          return tabOf(page, () => alive)
        },
        alive: () => alive,
        kill,
        crashPages: async () => {
          for (const pid of await group.find(/-contentproc.*\btab\b/)) process.kill(pid, 'SIGKILL')
        },
      } satisfies RunningBrowser
    } catch (error) {
      await kill()
      throw error
    }
  },
}
