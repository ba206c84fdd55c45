import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DRAIN_SCOPE, SYNC_TAG } from '#contract/sw-messages.ts'
import { GUEST, userDbName } from '#localdb/schema.ts'
import type { FaultProxy } from '../../support/servers/fault-proxy.ts'
import { startChromium, type Chromium, type Session } from '../../support/browsers/cdp.ts'
import type { Buyer, Ledger } from './ledger.ts'
import type { Engine, RunningBrowser } from '../engines/engine.ts'
import { openOther, openTab, startOptions, type Tab } from './tab.ts'

/** A light screen of the app: what is under test is behind it. */
const SCREEN = '/lang'

/** Resolves to true when a condition holds, and to false when it does not within `ms`. */
export async function within(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + ms; ;) {
    const left = end - Date.now()
    // A question to a page that cannot answer ends when this patience does, too.
    if (
      await Promise.race([
        holds(),
        new Promise<false>((late) => {
          setTimeout(() => late(false), Math.max(left, 0)).unref()
        }),
      ])
    )
      return true
    if (left <= 0) return false
    await new Promise((resolve) => {
      setTimeout(resolve, 30)
    })
  }
}

/** One version of a service worker. */
interface Version {
  versionId: string
  registrationId: string
  scriptURL: string
  status: string
}

/** One phone: a profile on disk, and the browser that runs on it now. */
export class Device {
  readonly proxy: FaultProxy
  readonly #ledger: Ledger
  readonly #profile: string
  readonly #engine: Engine | undefined
  #chromium: Chromium | undefined
  /** The browser of another engine. */
  #other: RunningBrowser | undefined
  readonly #tabs: Tab[] = []
  #tab: Tab | undefined
  #workers: Session | undefined
  readonly #scopes = new Map<string, string>()
  readonly #versions = new Map<string, Version>()
  /** The buyer whom this device was last asked to sign in. */
  buyer: Buyer | undefined

  private constructor(proxy: FaultProxy, ledger: Ledger, profile: string, engine: Engine | undefined) {
    this.#engine = engine
    this.proxy = proxy
    this.#ledger = ledger
    this.#profile = profile
  }

  /** Without an engine it is Chromium's. */
  static async make(proxy: FaultProxy, ledger: Ledger, engine?: Engine): Promise<Device> {
    return new Device(proxy, ledger, await mkdtemp(join(tmpdir(), 'caravan-chaos-profile-')), engine)
  }

  /** Switches the phone off, does something to a copy of it, and throws that away. */
  async onCopy(act: (copy: Device) => Promise<void>): Promise<void> {
    await this.kill()
    const copy = await Device.make(this.proxy, this.#ledger, this.#engine)
    try {
      await cp(this.#profile, copy.#profile, {
        recursive: true,
        filter: (path) => !basename(path).startsWith('Singleton'),
      })
      await act(copy)
    } finally {
      await copy.dispose()
    }
  }

  /** The engine, unless it is Chromium. */
  get engine(): Engine | undefined {
    return this.#engine
  }

  async chromium(): Promise<Chromium> {
    if (this.#chromium?.alive()) return this.#chromium
    this.#tab = undefined
    this.#workers = undefined
    this.#chromium = await startChromium(this.#profile)
    return this.#chromium
  }

  /** The app's tab in front, opened if there is none; whoever should be is signed in. */
  async tab(): Promise<Tab> {
    if (!(this.#other ?? this.#chromium)?.alive()) this.#tab = undefined
    this.#tab ??= await this.another()
    return this.#tab
  }

  /** One more tab beside it. */
  async another(): Promise<Tab> {
    const tab = this.#engine
      ? await openOther(await this.#running(this.#engine), this.proxy.url)
      : await openTab(await this.chromium(), this.proxy.url, this.#ledger.hear)
    this.#tabs.push(tab)
    await tab.open(SCREEN)
    return tab
  }

  async #running(engine: Engine): Promise<RunningBrowser> {
    if (this.#other?.alive()) return this.#other
    this.#tabs.length = 0
    this.#other = await engine.start(this.#profile, startOptions(this.#ledger.hear))
    return this.#other
  }

  /** SIGKILL for the processes that run pages, of a browser of another engine. */
  async crashPages(): Promise<void> {
    await this.#other?.crashPages()
    // The tabs that are left cannot be relied on.
    await this.kill()
  }

  /** The tab is no longer to be relied on. */
  forget(): void {
    this.#tab = undefined
  }

  /** Closes all the app's tabs, so that none of its pages is open. */
  async closeTabs(): Promise<void> {
    this.#tab = undefined
    if (this.#engine) return this.#closeOthers()
    const chromium = await this.chromium()
    const { targetInfos } = (await chromium.browser.send('Target.getTargets')) as {
      targetInfos: { targetId: string; type: string; url: string }[]
    }
    for (const { targetId, type, url } of targetInfos)
      if (type === 'page' && url.startsWith(this.proxy.url))
        await chromium.browser.send('Target.closeTarget', { targetId })
  }

  /** Some browsers end with their last tab, so that an empty one stays. */
  async #closeOthers(): Promise<void> {
    if (!this.#other?.alive()) return
    await this.#other.open()
    for (const tab of this.#tabs.splice(0)) await tab.close()
  }

  async kill(): Promise<void> {
    await this.#chromium?.kill()
    await this.#other?.kill()
    this.#chromium = undefined
    this.#other = undefined
    this.#tab = undefined
    this.#workers = undefined
  }

  async dispose(): Promise<void> {
    await this.kill()
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Signs a person in, unless the device is theirs already with a session that lives. */
  async signIn(buyer: Buyer): Promise<void> {
    const tab = await this.tab()
    this.buyer = buyer
    const { uid } = await tab.ready()
    const link = (await tab.rows(userDbName(uid), 'meta')).find((row) => row['key'] === 'link')
    // The shell is on the device, and its service worker in charge, before anything befalls it.
    await tab.run(
      'navigator.serviceWorker.ready.then((r) => !r.active || r.active.state === "activated" || new Promise((done) => { r.active.onstatechange = done }))',
    )
    if (uid === buyer.uid && link?.['session'] === 'ok') return
    // An act that was broken off a moment ago may make this fail once, as it would for a person.
    let outcome: unknown
    const entered = await within(5000, async () => {
      const answer = await tab.call('user.login', { email: buyer.email, password: buyer.password })
      outcome = answer
      return answer.kind === 'accepted'
    })
    if (!entered) throw new Error(`signing in: ${JSON.stringify(outcome)}`)
  }

  /** How many intents of a person wait on the device, and what else is in sight of them. */
  async waiting(buyer: Buyer): Promise<{ pending: string[]; bad: string[] }> {
    const tab = await this.tab()
    const rows = await tab.rows(userDbName(buyer.uid), 'outbox')
    const bad = rows.filter((row) => row['state'] === 'rejected' || row['state'] === 'conflict')
    const aside = (await tab.rows(userDbName(buyer.uid), 'quarantine')).filter((row) => row['reason'] !== 'lost')
    const say = (row: Record<string, unknown>): string =>
      JSON.stringify({
        seq: row['seq'],
        name: row['name'],
        state: row['state'],
        last: row['last'],
        attempts: row['attempts'],
      })
    return { pending: rows.filter((row) => !bad.includes(row)).map(say), bad: [...bad, ...aside].map(say) }
  }

  /** How many intents the app says were lost with cleared site data, for a person or for nobody yet. */
  async reportedLost(uid = GUEST): Promise<number> {
    const rows = await (await this.tab()).rows(userDbName(uid), 'quarantine')
    return rows
      .filter((row) => row['reason'] === 'lost')
      .reduce((sum, row) => sum + (row['row'] as { intents: number }).intents, 0)
  }

  /** The hand on the site's service workers, held from a page that is not the app's. */
  async #serviceWorkers(): Promise<Session> {
    if (this.#workers) return this.#workers
    const { session } = await (await this.chromium()).open()
    this.#scopes.clear()
    this.#versions.clear()
    session.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      for (const known of event['registrations'] as { scopeURL: string; registrationId: string; isDeleted: boolean }[])
        if (known.isDeleted) this.#scopes.delete(known.registrationId)
        else this.#scopes.set(known.registrationId, known.scopeURL)
    })
    session.on('ServiceWorker.workerVersionUpdated', (event) => {
      for (const version of event['versions'] as Version[]) this.#versions.set(version.versionId, version)
    })
    await session.send('ServiceWorker.enable')
    this.#workers = session
    return session
  }

  /** The versions of the site's service worker with this scope. */
  #versionsOf(scope: string): Version[] {
    const scopeURL = this.proxy.url + scope
    return [...this.#versions.values()].filter((known) => this.#scopes.get(known.registrationId) === scopeURL)
  }

  /** Wakes the drain as the browser does when there is a network again; false when there is none yet. */
  async sync(): Promise<boolean> {
    const session = await this.#serviceWorkers()
    const ready = (): Version | undefined => this.#versionsOf(DRAIN_SCOPE).find(({ status }) => status === 'activated')
    if (!(await within(3000, async () => ready() !== undefined))) return false
    await session.send('ServiceWorker.dispatchSyncEvent', {
      origin: this.proxy.url,
      registrationId: ready()!.registrationId,
      tag: SYNC_TAG,
      lastChance: false,
    })
    return true
  }

  async stopServiceWorkers(): Promise<void> {
    await (await this.#serviceWorkers()).send('ServiceWorker.stopAllWorkers')
  }

  /** Has the browser find a newer service worker and a newer drain, and those take over. */
  async updateServiceWorkers(newer: (path: string) => Promise<string>): Promise<void> {
    const session = await this.#serviceWorkers()
    for (const scope of ['/', DRAIN_SCOPE]) {
      const before = this.#versionsOf(scope)
      if (before.length === 0) continue
      const path = new URL(before[0]!.scriptURL).pathname
      this.proxy.overrides.set(path, { body: await newer(path), type: 'text/javascript' })
      const scopeURL = this.proxy.url + scope
      await session.send('ServiceWorker.updateRegistration', { scopeURL })
      await within(3000, async () =>
        this.#versionsOf(scope).some(
          ({ versionId, status }) =>
            !before.some((old) => old.versionId === versionId) && status !== 'new' && status !== 'installing',
        ),
      )
      await session.send('ServiceWorker.skipWaiting', { scopeURL })
    }
  }
}
