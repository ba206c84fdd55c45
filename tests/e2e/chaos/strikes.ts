import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { userDbName } from '#localdb/schema.ts'
import { LAYOUT } from '#localdb/versions.ts'
import en from '#locales/en.json' with { type: 'json' }
import { within } from './device.ts'
import {
  burst,
  cut,
  hangPushes,
  moment,
  pause,
  press,
  refusePushes,
  sentByServiceWorker,
  unsentOf,
  type Scene,
} from './scene.ts'

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))
/** A version of a database far beyond ours. */
const NEWER = 400

/**
 * Everything that can befall a browser, each as one act; what it called saved has been heard before. False: it could
 * not be made, and does not count.
 */
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
    if (scene.device.engine) return scene.device.crashPages()
    void cut(tab.session.send('Page.crash')).catch(() => undefined)
    await pause(30)
    await scene.device.closeTabs()
  },
  'page closed': async (scene: Scene) => {
    await burst(scene)
    await moment(scene)
    await scene.device.closeTabs()
  },
  'pressed on the screen': async (scene: Scene) => {
    const { device, ledger, random, buyer } = scene
    const { before } = device.proxy
    // The screen's content has to be there first, so that only recording and sending meet the faults.
    device.proxy.before = (passing) => (passing.path.startsWith('/api/sync/') ? before(passing) : undefined)
    const from = ledger.asked
    for (let presses = random.whole(1, 3); presses > 0; presses--) {
      const kind = random.pick(['add', 'favourite'] as const)
      const { intentId, product } = ledger.pressed(buyer, kind)
      const tab = await device.tab()
      await tab.open(`/goods?id=${product}`)
      const [button, words] =
        kind === 'add' ? [en.goods.addToCart, en.goods.added] : [en.goods.favourite, en.goods.collected]
      if (!(await press(scene, button))) continue
      const confirmed = await within(5000, async () =>
        tab.run<boolean>(
          `[...document.querySelectorAll('[role="log"]')].some((e) => e.textContent === ${JSON.stringify(words)})`,
        ),
      )
      if (confirmed) ledger.hear(intentId, 'saved')
    }
    await moment(scene)
    await device.kill()
    return ledger.savedSince(from) > 0
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
    if (!(await within(15_000, async () => (await tab.run<number>('spawned')) > before)))
      throw new Error('no worker took the place of the one that was ended')
    await tab.ready()
  },
  'service worker stopped': async (scene: Scene) => {
    const struck = await sentByServiceWorker(scene)
    await scene.device.stopServiceWorkers()
    return struck
  },
  'service worker updated': async (scene: Scene) => {
    const version = ++scene.tally.versions
    const struck = await sentByServiceWorker(scene)
    await scene.device.updateServiceWorkers(
      async (path) => `${await readFile(DIST + path, 'utf8')}\n// version ${version}`,
    )
    return struck
  },
  'five tabs at once': async (scene: Scene) => {
    const { device, ledger, buyer } = scene
    const tabs = [await device.tab(), ...(await Promise.all([1, 2, 3, 4].map(() => device.another())))]
    for (const tab of tabs) void cut(tab.record(ledger.gestures(buyer, 4))).catch(() => undefined)
    await moment(scene)
    await device.kill()
  },
  'back and forward': async (scene: Scene) => {
    const tab = await scene.device.tab()
    await burst(scene)
    await moment(scene, 100)
    // Chromium keeps the page only behind another one of the same site; thrown away is the other half of it.
    await tab.session.send('Page.navigate', {
      url: scene.random.chance(0.75) ? `${scene.device.proxy.url}/manifest.webmanifest` : 'about:blank',
    })
    await moment(scene, 300)
    const { entries, currentIndex } = (await tab.session.send('Page.getNavigationHistory')) as {
      entries: { id: number }[]
      currentIndex: number
    }
    await tab.session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]!.id })
    await within(5000, async () =>
      tab.run<boolean>('location.pathname === "/lang" && typeof door === "function"').catch(() => false),
    )
    await tab.ready()
    scene.tally.restored += await tab.run<number>('restored')
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
    refusePushes(device)
    const from = ledger.asked
    await burst(scene)
    await within(2000, async () => ledger.savedSince(from) > 0)
    await moment(scene, 100)
    const unsent = await unsentOf(scene)
    const cleared = Date.now()
    await tab.session.send('Storage.clearDataForOrigin', { origin: device.proxy.url, storageTypes: 'all' })
    // Nothing of the burst can have been sent, recorded before we looked or after.
    for (const intentId of ledger.since(from)) if (!unsent.has(intentId)) unsent.set(intentId, intentId)
    // A loss is reported as soon as the app has looked, which it does whether or not anything was lost.
    await tab.ready().catch(() => undefined)
    await pause(100)
    const clearing = { uid: buyer.uid, unsent, reported: 0 }
    ledger.clearings.push(clearing)
    if (ledger.savedSince(from) === 0) return
    await within(
      5000,
      async () => (clearing.reported = Math.max(await device.reportedLost(), await device.reportedLost(buyer.uid))) > 0,
    )
    device.proxy.before = () => undefined
    device.proxy.letGo()
    // The page begins anew by itself, since its service worker was cleared away with the rest.
    if (
      !(await within(10_000, async () =>
        tab.run<boolean>(`performance.timeOrigin > ${cleared} && typeof spawned === "number"`).catch(() => false),
      ))
    )
      throw new Error('the page did not begin anew')
    await device.signIn(buyer)
    // The loss is still in sight of the person who signed in.
    if (clearing.reported === 0) throw new Error('site data was cleared, and nothing was told as lost')
    if (!(await within(5000, async () => (await device.reportedLost(buyer.uid)) >= clearing.reported)))
      throw new Error('what was lost is out of sight after signing in')
  },
  'newer app over the database': async (scene: Scene) => {
    const { device, ledger, buyer } = scene
    const mark = (proto: number): string => `new Promise((done, fail) => {
      const request = indexedDB.open(${JSON.stringify(userDbName(buyer.uid))})
      request.onerror = fail
      request.onsuccess = () => {
        const transaction = request.result.transaction('meta', 'readwrite', { durability: 'strict' })
        // Not before: a browser that is killed keeps only what was committed.
        transaction.oncomplete = () => { request.result.close(); done() }
        const meta = transaction.objectStore('meta')
        const row = meta.get('fence')
        row.onsuccess = () => meta.put({ ...row.result, proto: ${proto} })
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
    // A version cannot be taken back: it is raised on a copy of the phone.
    await device.onCopy(async (copy) => {
      const name = JSON.stringify(userDbName(buyer.uid))
      const old = await copy.tab()
      const raise = old.run(`new Promise((done, fail) => {
        const request = indexedDB.open(${name}, ${NEWER})
        request.onerror = () => fail(request.error)
        request.onsuccess = () => { request.result.close(); done(true) }
      })`)
      if (!(await within(5000, async () => raise.then(() => true))))
        throw new Error('old code did not give up its database to a newer app')
      const since = ledger.asked
      await cut(old.record(ledger.gestures(buyer, 3)))
      await pause(150)
      await old.session.send('Page.reload')
      await within(5000, async () => old.run<boolean>('spawned > 0').catch(() => false))
      await cut(old.record(ledger.gestures(buyer, 3)))
      await pause(500)
      if (ledger.savedSince(since) > 0) throw new Error('old code said "saved" over a newer version of the database')
      const version = await old.run<number>(
        `indexedDB.databases().then((all) => all.find((d) => d.name === ${name})?.version)`,
      )
      if (version !== NEWER) throw new Error(`old code made version ${version} of the newer version ${NEWER}`)
    })
  },
  'page frozen': async (scene: Scene) => {
    const { device, ledger, buyer } = scene
    const frozen = await device.tab()
    const other = await device.another()
    const from = ledger.asked
    const sent = hangPushes(device)
    await burst(scene, 3)
    // With its push on the wire it is between two transactions. Frozen by force within one, which browsers do not do by
    // themselves, all would wait a minute for Chromium to end it.
    if (!(await within(15_000, async () => sent() && ledger.savedSince(from) === 3)))
      throw new Error('nothing was sent that could be frozen')
    await pause(scene.random.next() * 4000)
    await frozen.session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await other.session.send('Page.bringToFront')
    await other.record(ledger.gestures(buyer, 3))
    device.proxy.before = () => undefined
    device.proxy.letGo()
    if (!(await within(90_000, async () => (await other.rows(userDbName(buyer.uid), 'outbox')).length === 0)))
      throw new Error('nobody took over from a frozen page')
    await frozen.session.send('Page.setWebLifecycleState', { state: 'active' })
    await moment(scene)
  },
} satisfies Record<string, (scene: Scene) => Promise<boolean | void>>

export type Strike = keyof typeof strikes
/** Those that need nothing of Chromium's own. */
export const anyEngine: ReadonlySet<Strike> = new Set<Strike>([
  'browser killed',
  'pressed on the screen',
  'page crashed',
  'page closed',
  'worker ended',
  'five tabs at once',
])
/** Those in which something was killed. */
export const kills: ReadonlySet<Strike> = new Set<Strike>([
  'browser killed',
  'page crashed',
  'pressed on the screen',
  'worker ended',
  'service worker stopped',
  'five tabs at once',
  'disk full',
  'newer app over the database',
])
