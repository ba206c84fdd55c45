import { connect } from 'puppeteer-core'
import { PHONE } from '../../support/browser.ts'
import { CONDITION_LIMIT } from '../../support/limits.ts'
import { programOf, type OldChromium } from '../../support/old-chromium.ts'
import type { Engine } from './engine.ts'
import { saidBy, startGroup } from './processes.ts'
import { tabOf } from './puppeteer-tab.ts'

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
  async start(profile, { script, told } = {}) {
    const { path, env } = programOf(release)
    const group = startGroup(path, [`--user-data-dir=${profile}`, ...ARGS], env)
    let alive = true
    const kill = async (): Promise<void> => {
      alive = false
      await group.kill()
    }
    try {
      const [, browserWSEndpoint] = await saidBy(group.child, /DevTools listening on (ws:\S+)/)
      const browser = await connect({ browserWSEndpoint: browserWSEndpoint!, defaultViewport: PHONE })
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
          for (const pid of await group.find(/--type=renderer/)) process.kill(pid, 'SIGKILL')
        },
      }
    } catch (error) {
      await kill()
      throw error
    }
  },
})
