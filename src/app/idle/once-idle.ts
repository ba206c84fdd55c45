import type { i18n } from 'i18next'
import { isSavingData } from '../../data/device/saver.ts'
import { idle } from './idle.ts'
import { subscribe } from '../navigation.ts'
import { startNotingSeen } from './note-seen.ts'
import { startPrefetching } from './prefetch.ts'
import { routes } from '../routes.ts'
import { startServiceWorker } from './service-worker.ts'

/**
 * Begins what later visits and the next screens need, in its order: noting what is seen, the service worker, the
 * screens of the tabs, details of the cards in sight. `controller` is the service worker that answered this page.
 */
export async function beginOnceIdle(translator: i18n, controller: ServiceWorker | null): Promise<void> {
  startNotingSeen(subscribe)
  await startServiceWorker(translator, controller).catch(() => {})
  // The most likely next screens, so that a tap shows them at once.
  await idle()
  if (!isSavingData()) for (const route of routes) if (route.tabs === true) route.load().catch(() => {})
  startPrefetching(subscribe)
}
