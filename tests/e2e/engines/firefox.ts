import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'puppeteer-core'
import { PHONE } from '../../support/browser.ts'
import { CONDITION_LIMIT } from '../../support/limits.ts'
import type { Engine, RunningBrowser } from './engine.ts'
import { programs } from './install.ts'
import { saidBy, startGroup } from './processes.ts'
import { tabOf } from './puppeteer-tab.ts'

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
