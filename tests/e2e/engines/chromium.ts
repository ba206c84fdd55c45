import { programOf, type OldChromium } from '../../support/browsers/old-chromium.ts'
import type { Engine } from './engine.ts'
import { outputMatch, startGroup } from './processes.ts'
import { drive } from './puppeteer-tab.ts'

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--remote-debugging-port=0',
  'about:blank',
]

/** A Chromium of an earlier year, driven by Puppeteer over the DevTools protocol, which it speaks of any age. */
export const oldChromium = (release: OldChromium): Engine => ({
  name: `chromium ${release}`,
  async start(profile, options = {}) {
    const { path, env } = programOf(release)
    const group = startGroup(path, [`--user-data-dir=${profile}`, ...ARGS], env)
    const reach = async () => {
      const [, browserWSEndpoint] = await outputMatch(group.child, /DevTools listening on (ws:\S+)/)
      return { browserWSEndpoint: browserWSEndpoint! }
    }
    return drive({ group, reach, pages: /--type=renderer/ }, options)
  },
})
