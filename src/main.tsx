import { startWorker } from './data/worker-client.ts'
import { startBackgroundSync } from './data/background-sync.ts'
import './ui/tokens.css'
import './ui/base.css'
import './app/shell/transitions.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { LocaleCode } from '#contract/locales.ts'
import { App } from './app/app.tsx'
import { startI18n } from './app/i18n.ts'
import { startNavigation } from './app/navigation.ts'
import { routeAt, routes, turnBetween } from './app/routes.ts'
import { Insecure } from './app/shell/insecure.tsx'
import { startServiceWorker } from './app/sw-client.ts'
import { firstDocument } from './data/first-document.ts'
import { SnapshotContext } from './data/snapshot.ts'

// Two ways to the first screen:
//
//   the server's document ──▶ code, texts ──▶ take the screen over ──▶ worker, which keeps the document's rows
//   the shell on the device ──▶ worker at once · code, texts ──▶ render over the device's rows

const root = document.getElementById('root')!

if (canTrade()) void start()
else createRoot(root).render(<Insecure />)

/**
 * Not at the top level of the module: the screens' code imports from this module's chunk, so it must not wait for
 * theirs.
 */
async function start(): Promise<void> {
  const first = firstDocument(new URL(import.meta.url).pathname)
  // Without a document the device is asked at once: it opens its databases while everything below is still loading.
  if (!first) startWorker()
  startBackgroundSync()
  startNavigation({ load: (path) => routeAt(path).load(), turn: turnBetween })
  // A failed load is shown by the screen's own error.
  const [translator] = await Promise.all([
    startI18n(first?.data.language as LocaleCode | undefined),
    routeAt(location.pathname)
      .load()
      .catch(() => {}),
  ])
  if (first && translator.language === first.data.language)
    hydrateRoot(
      root,
      <SnapshotContext value={first.snapshot}>
        <App translator={translator} />
      </SnapshotContext>,
    )
  else createRoot(root).render(<App translator={translator} />)
  if (first)
    afterPaint(() => startWorker({ cursor: first.data.cursor, at: first.data.at, answers: first.data.answers }))
  // Without the service worker the page still works, online; the next start tries again.
  await startServiceWorker().catch(() => {})
  // Loads the most likely next screens while the page is idle, so that a tap shows them at once.
  setTimeout(() => {
    for (const route of routes) if (route.tabs || route.path === '/goods') route.load().catch(() => {})
  }, 3000)
}

/** Runs once the page has taken the screen over and painted; also where nothing is painted, in a hidden tab. */
function afterPaint(run: () => void): void {
  let ran = false
  const once = (): void => {
    if (!ran) run()
    ran = true
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, 1000)
}

/**
 * Without a secure context (plain http to another machine) there are no locks, no cryptography and no service worker.
 */
function canTrade(): boolean {
  return isSecureContext && 'locks' in navigator && 'indexedDB' in globalThis
}
