import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { baseline } from '#contract/baseline.ts'
import { missingChromium } from '../../support/browsers/old-chromium.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { until } from '../people/shopper.ts'
import { oldChromium } from './chromium.ts'
import type { Tab } from './engine.ts'
import { goodsKept, open, see, shellKept, tap } from './person.ts'
import {
  dayWithoutNetwork,
  openScene,
  orderForTwoStores,
  productsOf,
  same,
  updateInEveryTab,
  type Scene,
} from './shared-stories.ts'

// The Chromiums that old telephones end at, the baseline's among them: a day without a network, an order, a language
// and an update. Firefox 115 and Safari 16.4 cannot be had here; tests/e2e/starting/baseline.test.ts holds them.

let market: Market
let products: Scene['products']
let scene: Scene

beforeAll(async () => {
  market = await startMarket()
  products = await productsOf(market)
})
afterAll(() => market?.close())

/** The colour of an element's ground. */
const ground = (tab: Tab, selector: string): Promise<string> =>
  tab.run(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`)

/** The baseline's, and the last of Android 8 and 9; and one that is too old. */
const RELEASES = [119, 138] as const
const TOO_OLD = 118

it('are the baseline’s, a later one, and the one before it', () => {
  expect(RELEASES[0]).toBe(Number(baseline.chrome))
  expect(TOO_OLD).toBe(Number(baseline.chrome) - 1)
})

// One that cannot be had here is named with the reason, and counted as skipped.
const tried = await Promise.all(RELEASES.map(async (release) => ({ release, absent: await missingChromium(release) })))
for (const { release, absent } of tried)
  describe.skipIf(absent !== undefined)(`Chromium ${release}${absent === undefined ? '' : ` (${absent})`}`, () => {
    beforeEach(async () => {
      scene = await openScene(market, products, oldChromium(release))
    })
    afterEach(() => scene?.close())

    it('is that Chromium', () => {
      expect(scene.phone.browser().version).toMatch(new RegExp(`Chrome/${release}\\.`))
    })

    it('keeps a day without a network over a killed browser, and sends it once', () => dayWithoutNetwork(scene))

    it('places an order for two stores once, made without a network and over a killed browser', () =>
      orderForTwoStores(scene, 'We place it once you are back online'))

    it('updates the app in every tab when that is agreed to, and keeps what waits', () => updateInEveryTab(scene))

    it('speaks another language at once, and without a network after it was closed', async () => {
      const { phone, proxy } = scene
      const title = products[0]!.title
      await open(phone.tab(), `${proxy.url}/goods?id=${products[0]!.id}`)
      await goodsKept(phone.tab(), products[0]!.id)
      await open(phone.tab(), `${proxy.url}/lang`)
      await tap(phone.tab(), { role: 'button', name: /العربية/ })
      const spoken = (tab: Tab): Promise<string[]> =>
        tab.run('[document.documentElement.lang, document.documentElement.dir]')
      await until(() => spoken(phone.tab()), same(['ar', 'rtl']))
      await shellKept(phone.tab())
      scene.offline()
      const tab = await phone.reopen()
      await open(tab, `${proxy.url}/goods?id=${products[0]!.id}`)
      await until(() => spoken(tab), same(['ar', 'rtl']))
      await see(tab, { role: 'button', name: 'أضف إلى السلة' })
      expect(await tab.run('document.body.innerText')).not.toContain(title)
    })

    it('does not say that it is too old', async () => {
      const tab = scene.phone.tab()
      await open(tab, `${scene.proxy.url}/`)
      expect(await tab.run('document.querySelector(".too-old").checkVisibility()')).toBe(false)
    })

    it('has grounds under its bars in both themes, as the person chose', async () => {
      const { phone, proxy } = scene
      const tab = phone.tab()
      await open(tab, `${proxy.url}/setting`)
      expect(await ground(tab, 'nav')).toBe('rgb(255, 255, 255)')
      await tap(tab, { role: 'button', name: /^Appearance/ })
      await tap(tab, { role: 'button', name: 'Dark', in: { css: 'dialog' } })
      await until(() => ground(tab, 'nav'), same('rgb(27, 30, 41)'))
      await open(tab, `${proxy.url}/shop`)
      await until(() => ground(tab, 'nav'), same('rgb(27, 30, 41)'))
    })
  })

const tooOldAbsent = await missingChromium(TOO_OLD)
describe.skipIf(tooOldAbsent !== undefined)(`Chromium ${TOO_OLD}${tooOldAbsent ? ` (${tooOldAbsent})` : ''}`, () => {
  beforeEach(async () => {
    scene = await openScene(market, products, oldChromium(TOO_OLD))
  })
  afterEach(() => scene?.close())

  it('shows what the app needs in place of each screen, in the language of the address', async () => {
    const { phone, proxy } = scene
    const tab = phone.tab()
    /** The text in the middle of the window. */
    const shown = (): Promise<string> =>
      tab.run('document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest(".too-old")?.innerText ?? ""')
    await tab.goto(`${proxy.url}/`)
    expect(await shown()).toContain(
      `needs Chrome ${baseline.chrome}, Firefox ${baseline.firefox} or Safari ${baseline.safari}`,
    )
    await tab.goto(`${proxy.url}/goods?id=${products[0]!.id}&lang=ar`)
    expect(await shown()).toContain(`أو Safari ${baseline.safari}`)
  })
})
