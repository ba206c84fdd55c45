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
  // First of all: the worker opens the databases while everything below is still on its way.
  startWorker()
  startBackgroundSync()
  void start()
} else root.render(<Insecure />)

/** Apart from the module's own run: the screens' code imports from this module's, so it must not wait for theirs. */
async function start(): Promise<void> {
  startNavigation({ load: (path) => routeAt(path).load(), turn: turnBetween })
  // Code that cannot be had is the screen's own error to show.
  const [translator] = await Promise.all([
    startI18n(),
    routeAt(location.pathname)
      .load()
      .catch(() => {}),
  ])
  root.render(<App translator={translator} />)
  // Without it the page still works, online; the next start tries again.
  await startServiceWorker().catch(() => {})
  // The screens that come next most often, while nothing else is to be done: a tap then shows them at once.
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
