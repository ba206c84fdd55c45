import { startWorker } from './data/worker-client.ts'
import { startBackgroundSync } from './data/background-sync.ts'
import './ui/tokens.css'
import './ui/base.css'
import './app/shell/transitions.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startI18n } from './app/i18n.ts'
import { startNavigation } from './app/navigation.ts'
import { routeAt, routes, turnBetween } from './app/routes.ts'
import { Insecure } from './app/shell/insecure.tsx'
import { startServiceWorker } from './app/sw-client.ts'

const root = createRoot(document.getElementById('root')!)

if (canTrade()) {
  // First, so that the worker opens the databases while everything below is still loading.
  startWorker()
  startBackgroundSync()
  void start()
} else root.render(<Insecure />)

/**
 * Not at the top level of the module: the screens' code imports from this module's chunk, so it must not wait for
 * theirs.
 */
async function start(): Promise<void> {
  startNavigation({ load: (path) => routeAt(path).load(), turn: turnBetween })
  // A failed load is shown by the screen's own error.
  const [translator] = await Promise.all([
    startI18n(),
    routeAt(location.pathname)
      .load()
      .catch(() => {}),
  ])
  root.render(<App translator={translator} />)
  // Without the service worker the page still works, online; the next start tries again.
  await startServiceWorker().catch(() => {})
  // Loads the most likely next screens while the page is idle, so that a tap shows them at once.
  setTimeout(() => {
    for (const route of routes) if (route.tabs || route.path === '/goods') route.load().catch(() => {})
  }, 3000)
}

/**
 * Without a secure context (plain http to another machine) there are no locks, no cryptography and no service worker.
 */
function canTrade(): boolean {
  return isSecureContext && 'locks' in navigator && 'indexedDB' in globalThis
}
