import type { CDPSession } from 'playwright-core'
import { SYNC_TAG } from '#contract/sw-messages.ts'
import type { Browser } from '../support/browser.ts'
import { until } from './shopper.ts'

/** The browser's hand on a site's service worker, held from an empty page, so that none of the site's need be open. */
export interface ServiceWorkerHand {
  /** What the browser does when there is a network again. */
  sync(): Promise<void>
  /** Stops it in whatever it does. */
  stop(): Promise<void>
  /** Has it look for a newer version, and that one take over. */
  update(): Promise<void>
}

interface Version {
  versionId: string
  runningStatus: string
  status: string
}

/** Takes the service worker of `origin` in hand. */
export async function handOnServiceWorker(browser: Browser, origin: string): Promise<ServiceWorkerHand> {
  const cdp: CDPSession = await browser.context().newCDPSession(await browser.context().newPage())
  let registrationId = ''
  const versions = new Map<string, Version>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const known of registrations)
      if (known.scopeURL === `${origin}/` && !known.isDeleted) registrationId = known.registrationId
  })
  cdp.on('ServiceWorker.workerVersionUpdated', (event) => {
    for (const version of event.versions) versions.set(version.versionId, version)
  })
  await cdp.send('ServiceWorker.enable')
  await until(
    async () => registrationId,
    (id) => id !== '',
  )
  return {
    sync: async () => {
      await cdp.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: SYNC_TAG, lastChance: false })
    },
    stop: async () => {
      await cdp.send('ServiceWorker.stopAllWorkers')
    },
    update: async () => {
      const before = new Set(versions.keys())
      await cdp.send('ServiceWorker.updateRegistration', { scopeURL: `${origin}/` })
      const newer = (): Version | undefined => [...versions.values()].find((v) => !before.has(v.versionId))
      await until(
        async () => newer()?.status,
        (status) => status === 'installed' || status === 'activating' || status === 'activated',
      )
      await cdp.send('ServiceWorker.skipWaiting', { scopeURL: `${origin}/` })
    },
  }
}
