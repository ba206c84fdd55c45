import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LAYOUT, userDbName } from '#localdb/schema.ts'
import type { Random } from '#server/db/seed/random.ts'
import { Gone } from '../../support/cdp.ts'
import { within, type Device } from './device.ts'
import type { Buyer, Ledger } from './ledger.ts'

const SW = fileURLToPath(new URL('../../../dist/sw.js', import.meta.url))

/** What a strike is made in. */
export interface Scene { device: Device; ledger: Ledger; random: Random; buyer: Buyer; version: { n: number } }

export const pause = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms) })

/** What was under way when the browser or the page went away says nothing more; everything else is a fault of the test. */
async function cut(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Gone) && !/context|navigat|destroyed|closed|terminated/i.test(String(error))) throw error
  })
}

/** Some gestures in one tab, as fast as they come. */
async function burst({ device, ledger, random, buyer }: Scene, count = random.whole(3, 8)): Promise<void> {
  const tab = await device.tab()
  void cut(tab.record(ledger.gestures(buyer, count))).catch(() => undefined)
}
/** Some time, mostly short: within the recording; sometimes long enough for what was recorded to be under way. */
const moment = ({ random }: Scene, most = 200): Promise<void> => pause(random.next() * most * (random.chance(0.25) ? 4 : 1))

/** Records, and closes the page before everything can have been sent. */
async function leaveUnsent(scene: Scene): Promise<void> {
  const { device } = scene
  const { before } = device.proxy
  device.proxy.before = (passing) => (passing.path.startsWith('/api/sync/push') ? 'refuse' : before(passing))
  await burst(scene)
  await moment(scene, 150)
  await device.closeTabs()
  device.proxy.before = before
}

/** Everything that can befall a browser, each as one act; what it called saved has been heard before. */
export const strikes = {
  'browser killed': async (scene: Scene) => {
    await burst(scene)
    await moment(scene)
    await scene.device.kill()
  },
  'page crashed': async (scene: Scene) => {
    const tab = await scene.device.tab()
    await burst(scene)
    await moment(scene)
    void cut(tab.session.send('Page.crash')).catch(() => undefined)
    await pause(30)
    await scene.device.closeTabs()
  },
  'page closed': async (scene: Scene) => {
    await burst(scene)
    await moment(scene)
    await scene.device.closeTabs()
  },
  'worker ended': async (scene: Scene) => {
    const tab = await scene.device.tab()
    const before = await tab.run<number>('spawned')
    await burst(scene)
    await moment(scene, 60)
    await tab.run('endWorker()')
    await tab.record(scene.ledger.gestures(scene.buyer, 2))
    // The page notices as soon as it asks for something, as it does when it comes to the front.
    await tab.run('dispatchEvent(new Event("focus"))')
    if (!(await within(15_000, async () => (await tab.run<number>('spawned')) > before))) throw new Error('no worker took the place of the one that was ended')
    await tab.ready()
  },
  'service worker stopped': async (scene: Scene) => {
    await leaveUnsent(scene)
    if (await scene.device.sync()) await moment(scene, 350)
    await scene.device.stopServiceWorkers()
  },
  'service worker updated': async (scene: Scene) => {
    await leaveUnsent(scene)
    scene.device.proxy.overrides.set('/sw.js', { body: `${await readFile(SW, 'utf8')}\n// version ${++scene.version.n}`, type: 'text/javascript' })
    if (await scene.device.sync()) await moment(scene, 250)
    await scene.device.updateServiceWorker()
  },
  'five tabs at once': async (scene: Scene) => {
    const { device, ledger, buyer } = scene
    const tabs = [await device.tab(), ...await Promise.all([1, 2, 3, 4].map(() => device.another()))]
    for (const tab of tabs) void cut(tab.record(ledger.gestures(buyer, 4))).catch(() => undefined)
    await moment(scene)
    await device.kill()
  },
  'back and forward': async (scene: Scene) => {
    const tab = await scene.device.tab()
    await burst(scene)
    await moment(scene, 100)
    await tab.session.send('Page.navigate', { url: 'about:blank' })
    await moment(scene, 300)
    const { entries, currentIndex } = (await tab.session.send('Page.getNavigationHistory')) as { entries: { id: number }[]; currentIndex: number }
    await tab.session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]!.id })
    await within(5000, async () => tab.run<boolean>('location.pathname === "/lang" && typeof door === "function"').catch(() => false))
    await tab.ready()
    await burst(scene)
  },
  'disk full': async (scene: Scene) => {
    const { device } = scene
    const tab = await device.tab()
    await tab.session.send('Storage.overrideQuotaForOrigin', { origin: device.proxy.url, quotaSize: 1000 })
    await burst(scene, 5)
    await moment(scene, 300)
    await tab.session.send('Storage.overrideQuotaForOrigin', { origin: device.proxy.url })
    await burst(scene, 2)
    await moment(scene)
    await device.kill()
  },
  'site data cleared': async (scene: Scene) => {
    const { device, ledger, buyer } = scene
    const tab = await device.tab()
    const { before } = device.proxy
    device.proxy.before = (passing) => (passing.path.startsWith('/api/sync/push') ? 'refuse' : before(passing))
    const from = ledger.asked
    await burst(scene)
    await within(2000, async () => ledger.savedSince(from) > 0)
    await moment(scene, 100)
    const cleared = Date.now()
    await tab.session.send('Storage.clearDataForOrigin', { origin: device.proxy.url, storageTypes: 'all' })
    const asked = ledger.asked
    // What was lost is told as soon as the app has looked, whether or not anything was.
    await tab.ready().catch(() => undefined)
    await pause(100)
    const clearing = { uid: buyer.uid, asked, reported: 0 }
    ledger.clearings.push(clearing)
    if (ledger.savedSince(from) === 0) return
    await within(5000, async () => (clearing.reported = Math.max(await device.toldLost(), await device.toldLost(buyer.uid))) > 0)
    device.proxy.before = () => undefined
    device.proxy.letGo()
    // The page begins anew by itself, since its service worker was cleared away with the rest.
    if (!(await within(10_000, async () => tab.run<boolean>(`performance.timeOrigin > ${cleared} && typeof spawned === "number"`).catch(() => false)))) throw new Error('the page did not begin anew')
    await device.signIn(buyer)
    // It is still in sight of whoever signed in.
    if (clearing.reported === 0) throw new Error('site data was cleared, and nothing was told as lost')
    if (!(await within(5000, async () => (await device.toldLost(buyer.uid)) >= clearing.reported))) throw new Error('what was lost is out of sight after signing in')
  },
  'newer app over the database': async (scene: Scene) => {
    const { device, ledger, buyer } = scene
    const mark = (proto: number): string => `new Promise((done, fail) => {
      const request = indexedDB.open(${JSON.stringify(userDbName(buyer.uid))})
      request.onerror = fail
      request.onsuccess = () => {
        const meta = request.result.transaction('meta', 'readwrite').objectStore('meta')
        const row = meta.get('fence')
        row.onsuccess = () => { meta.put({ ...row.result, proto: ${proto} }).onsuccess = () => { request.result.close(); done() } }
      }
    })`
    const tab = await device.tab()
    await burst(scene)
    await moment(scene, 100)
    await tab.run(mark(LAYOUT + 1))
    const from = ledger.asked
    await cut(tab.record(ledger.gestures(buyer, 3)))
    await pause(150)
    if (ledger.savedSince(from) > 0) throw new Error('old code said "saved" over a database of a newer app')
    await tab.run(mark(LAYOUT))
    await device.kill()
  },
  'page frozen': async (scene: Scene) => {
    const { device, ledger, buyer } = scene
    const frozen = await device.tab()
    const other = await device.another()
    const from = ledger.asked
    await burst(scene, 3)
    // Frozen by force in the middle of a transaction, which browsers do not do by themselves, all would wait a minute for Chromium to end it.
    await within(2000, async () => ledger.savedSince(from) === 3)
    await moment(scene)
    await frozen.session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await other.session.send('Page.bringToFront')
    await other.record(ledger.gestures(buyer, 3))
    device.proxy.before = () => undefined
    device.proxy.letGo()
    if (!(await within(90_000, async () => (await other.rows(userDbName(buyer.uid), 'outbox')).length === 0))) throw new Error('nobody took over from a frozen page')
    await frozen.session.send('Page.setWebLifecycleState', { state: 'active' })
    await moment(scene)
  },
} satisfies Record<string, (scene: Scene) => Promise<void>>

export type Strike = keyof typeof strikes
/** Those in which something was killed. */
export const kills: ReadonlySet<Strike> = new Set<Strike>(['browser killed', 'page crashed', 'page closed', 'worker ended', 'service worker stopped', 'five tabs at once', 'disk full', 'newer app over the database'])
