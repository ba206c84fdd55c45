import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { programs } from './install.ts'
import { outputMatch, startGroup } from './processes.ts'
import { drive } from './puppeteer-tab.ts'

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
  async start(profile, options = {}) {
    const preferences = { ...PREFERENCES, 'browser.privatebrowsing.autostart': options.private === true }
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
    const reach = async () => {
      const [, address] = await outputMatch(group.child, /WebDriver BiDi listening on (ws:\S+)/)
      return { browserWSEndpoint: `${address}/session`, protocol: 'webDriverBiDi' as const }
    }
    return drive({ group, reach, pages: /-contentproc.*\btab\b/ }, options)
  },
}
