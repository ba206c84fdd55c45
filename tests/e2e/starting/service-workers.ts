import type { CDPSession, Page } from 'playwright-core'
import { DRAIN_SCOPE, SYNC_TAG } from '#contract/sw-messages.ts'
import type { Browser } from '../../support/browsers/browser.ts'
import { until } from '../people/shopper.ts'

/**
 * Has the browser look for a newer version of the app until it has found one: a look may join one that began before
 * there was any.
 */
export const findNewer = (page: Page): Promise<boolean> =>
  until(
    () =>
      page.evaluate(async () => {
        const registration = (await navigator.serviceWorker.getRegistration())!
        await registration.update()
        return registration.installing !== null || registration.waiting !== null
      }),
    (found) => found,
  )

/** The browser's hand on a site's drain, held from an empty page, so that none of the site's need be open. */
export interface DrainHand {
  /** The path of its script. */
  script(): string
  /** Sends the sync event, as the browser does when there is a network again. */
  sync(): Promise<void>
  /** Stops it in whatever it does. */
  stop(): Promise<void>
  /** Has it look for a newer version, and that one take over. */
  update(): Promise<void>
}

interface Version {
  versionId: string
  registrationId: string
  scriptURL: string
  runningStatus: string
  status: string
}

/** Takes the drain of `origin` in hand. */
export async function handOnDrain(browser: Browser, origin: string): Promise<DrainHand> {
  const scopeURL = origin + DRAIN_SCOPE
  const cdp: CDPSession = await browser.context().newCDPSession(await browser.context().newPage())
  let registrationId = ''
  const versions = new Map<string, Version>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const known of registrations)
      if (known.scopeURL === scopeURL && !known.isDeleted) registrationId = known.registrationId
  })
  cdp.on('ServiceWorker.workerVersionUpdated', (event) => {
    for (const version of event.versions) versions.set(version.versionId, version)
  })
  const own = (): Version[] => [...versions.values()].filter((version) => version.registrationId === registrationId)
  await cdp.send('ServiceWorker.enable')
  await until(
    async () => own().length,
    (known) => known > 0,
  )
  return {
    script: () => new URL(own()[0]!.scriptURL).pathname,
    sync: async () => {
      await cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: SYNC_TAG, lastChance: false })
    },
    stop: async () => {
      await cdp.send('ServiceWorker.stopAllWorkers')
    },
    update: async () => {
      const before = new Set(versions.keys())
      await cdp.send('ServiceWorker.updateRegistration', { scopeURL })
      const newer = (): Version | undefined => own().find((version) => !before.has(version.versionId))
      await until(
        async () => newer()?.status,
        (status) => status === 'installed' || status === 'activating' || status === 'activated',
      )
      await cdp.send('ServiceWorker.skipWaiting', { scopeURL })
    },
  }
}
