import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Gone } from '../../support/browsers/cdp.ts'
import { startMarket, type Market } from '../../support/servers/servers.ts'
import { until } from '../people/shopper.ts'
import { engineNames } from './engine.ts'
import { missing } from './install.ts'
import { engines } from './list.ts'
import {
  addToCart,
  cartShown,
  favourite,
  logIn,
  look,
  marks,
  open,
  see,
  setQuantity,
  shellKept,
  tap,
} from './person.ts'
import {
  dayWithoutNetwork,
  openScene,
  orderForTwoStores,
  productsOf,
  same,
  updateInEveryTab,
  type Scene,
} from './shared-stories.ts'

// The stories that the product stands on, in Firefox, and in WebKit, which runs on every iPhone.

let market: Market
let products: Scene['products']
let scene: Scene

beforeAll(async () => {
  market = await startMarket()
  products = await productsOf(market)
})
afterAll(() => market?.close())

/**
 * A story that is skipped, by name, when WebKitGTK's page process crashes by itself, or its driver ends a command
 * without a word: under load its 2.50 does so once in a while ("This is a WebKit bug"), and a browser that fell over
 * says nothing about the app.
 */
const unlessCrashed =
  (run: () => Promise<void>) =>
  async ({ skip }: { skip(why: string): void }): Promise<void> => {
    await run().catch((error: unknown) => {
      if (error instanceof Gone && /session deleted because of page crash|without a word/.test(error.message))
        skip(`the engine crashed by itself: ${error.message}`)
      throw error
    })
  }

/** Whether every story runs in each engine, not only the first. */
const all = process.env['ENGINE_STORIES'] === 'all'

// An engine that cannot be had here is named with the reason, and counted as skipped.
const tried = await Promise.all(engineNames.map(async (name) => ({ name, absent: await missing(name) })))
for (const { name, absent } of tried)
  describe.skipIf(absent !== undefined)(absent === undefined ? name : `${name} (${absent})`, () => {
    beforeEach(async () => {
      scene = await openScene(market, products, engines[name])
    })
    afterEach(() => scene?.close())

    it(
      'keeps a day without a network over a killed browser, and sends it once',
      unlessCrashed(() =>
        // Nothing wakes these browsers: what waits is sent by an open page, and the sync centre says so.
        dayWithoutNetwork(scene, 'This browser sends your changes only while Caravan is open.'),
      ),
    )

    if (!all) return
    it(
      'merges what a guest did without a network into the person who signs in',
      unlessCrashed(async () => {
        const { phone, proxy, offline, online, arrives, person } = scene
        const [a] = products as [(typeof products)[0]]
        await open(phone.tab(), `${proxy.url}/goods?id=${a.id}`)
        await see(phone.tab(), { role: 'heading', name: a.title })
        await shellKept(phone.tab())
        offline()
        await addToCart(phone.tab(), proxy.url, a.id)
        await favourite(phone.tab(), proxy.url, a.id, true)
        const tab = await phone.reopen()
        await open(tab, `${proxy.url}/shop`)
        await until(() => cartShown(tab), same({ [a.title]: a.minimum }))
        online()
        await logIn(tab, proxy.url, person)
        await arrives({ cart: { [a.id]: a.minimum }, favourites: [a.id] })
        await open(tab, `${proxy.url}/shop`)
        await until(() => cartShown(tab), same({ [a.title]: a.minimum }))
        await until(() => marks(tab), same(0))
      }),
    )

    it(
      'shows a change in both tabs at once, and hands over when the sending one is closed',
      unlessCrashed(async () => {
        const { phone, proxy, arrives, person } = scene
        const [a, b] = products as [(typeof products)[0], (typeof products)[0]]
        const first = phone.tab()
        await logIn(first, proxy.url, person)
        await addToCart(first, proxy.url, a.id)
        await open(first, `${proxy.url}/shop`)
        const second = await phone.another()
        await open(second, `${proxy.url}/shop`)
        const num = a.minimum + a.multiple
        await first.front()
        await setQuantity(first, a.title, num)
        await until(() => cartShown(second), same({ [a.title]: num }))
        await second.front()
        await open(second, `${proxy.url}/goods?id=${b.id}`)
        await see(second, { role: 'button', name: 'Favourite' })
        await first.close()
        await tap(second, { role: 'button', name: 'Favourite' })
        await arrives({ cart: { [a.id]: num }, favourites: [b.id] })
      }),
    )

    it(
      'places an order for two stores once, made without a network and over a killed browser',
      unlessCrashed(() => orderForTwoStores(scene, 'We place it the next time you open Caravan online')),
    )

    it(
      'updates the app in every tab when that is agreed to, and keeps what waits',
      unlessCrashed(() => updateInEveryTab(scene)),
    )

    it(
      'opens the databases behind a page that was left in the middle of its work, and that page when one goes back',
      unlessCrashed(async () => {
        const { phone, proxy, arrives, person } = scene
        const [a] = products as [(typeof products)[0]]
        const tab = phone.tab()
        await logIn(tab, proxy.url, person)
        // At once: what the sign-in set off is under way, and the page goes into the back-forward cache with it.
        await addToCart(tab, proxy.url, a.id)
        await tab.back()
        await see(tab, { role: 'heading', css: 'h1' })
        await arrives({ cart: { [a.id]: a.minimum }, favourites: [] })
        await favourite(tab, proxy.url, a.id, true)
        await tab.back()
        await arrives({ cart: { [a.id]: a.minimum }, favourites: [a.id] })
      }),
    )

    it(
      'says what this browser promises about storage, and never fails for what it lacks',
      unlessCrashed(async () => {
        const { phone, proxy, person } = scene
        const tab = phone.tab()
        await logIn(tab, proxy.url, person)
        await open(tab, `${proxy.url}/sync?at=more`)
        const can = await tab.run<boolean>('typeof navigator.storage?.persisted === "function"')
        await see(tab, { css: 'p', text: can ? 'Off. If' : 'This browser does not offer protected storage.' })
        const unvisited = await look<number>(
          tab,
          { css: 'p', text: 'after seven days without a visit' },
          '(all) => all.length',
        )
        expect(unvisited).toBe(name === 'webkit' ? 1 : 0)
      }),
    )

    it(
      'works in a private window while it is open',
      unlessCrashed(async () => {
        await scene.close()
        scene = await openScene(market, products, engines[name], { private: true })
        const { phone, proxy, online, arrives, person } = scene
        const [a] = products as [(typeof products)[0]]
        const tab = phone.tab()
        await logIn(tab, proxy.url, person)
        await open(tab, `${proxy.url}/goods?id=${a.id}`)
        await see(tab, { role: 'button', name: 'Add to cart' })
        proxy.before = ({ path }) => (path.startsWith('/api/') ? 'refuse' : undefined)
        await addToCart(tab, proxy.url, a.id)
        await open(tab, `${proxy.url}/shop`)
        await until(() => cartShown(tab), same({ [a.title]: a.minimum }))
        online()
        await arrives({ cart: { [a.id]: a.minimum }, favourites: [] })
      }),
    )
  })
