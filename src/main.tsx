import { askWorker, loadWorker, startWorker } from './data/worker/worker-client.ts'
import { startBackgroundSync } from './data/worker/background-sync.ts'
import './ui/tokens.css'
import './ui/base.css'
import './app/shell/transitions.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { KEPT_DOCUMENT_AGE } from '#contract/sw-messages.ts'
import { App } from './app/shell/app.tsx'
import { takeDrafts } from './data/loading/drafts.ts'
import { readCurrency } from './data/device/currency.ts'
import { startI18n } from './data/texts/i18n.ts'
import { readSaver } from './data/device/saver.ts'
import { readTheme } from './data/device/theme.ts'
import { idle } from './app/idle/idle.ts'
import { startNavigation } from './app/navigation.ts'
import { routeAt, turnBetween } from './app/routes.ts'
import { controllerNow } from './app/sw-client.ts'
import { watchTyped } from './app/typed.ts'
import { firstDocument } from './data/document/first-document.ts'
import { keepInstallOffer } from './data/device/install-prompt.ts'
import { loadReading, onReaders } from './data/worker/readers.ts'
import { keepTrying } from './data/loading/keep-trying.ts'
import { replacesPage } from './data/loading/load-page-again.ts'
import { nowSettledIn } from './data/loading/settled-in.ts'
import { SnapshotContext } from './data/document/snapshot.ts'

// Three ways to the first screen:
//
//   the server's document ──▶ code, texts ──▶ take the screen over ──▶ worker, which keeps the document's rows
//   a document kept here  ──▶ worker at once · code, texts ──▶ take the screen over ──▶ the device's rows
//   the shell kept here   ──▶ worker at once · code, texts ──▶ render over the device's rows
//
// The work for later visits comes after all that, once the page is idle.

const root = document.getElementById('root')!
/** How long the worker lets the next screen's code come before its own (ms). */
const NEXT_PATIENCE_MS = 1000
/** By then the device has answered whatever it can (ms after it has opened its databases). */
const TAKEOVER_MS = 3000
/** The service worker comes even when the worker does not start. */
const WORKER_PATIENCE_MS = 10_000

if (canTrade()) {
  keepInstallOffer()
  start().catch((error) => replacesPage(error) || reportError(error))
} else void import('./app/shell/insecure-later.tsx').then(({ Insecure }) => createRoot(root).render(<Insecure />))

/**
 * Not at the top level of the module: the screens' code imports from this module's chunk, so it must not wait for
 * theirs.
 */
async function start(): Promise<void> {
  const controller = controllerNow()
  const first = firstDocument(new URL(import.meta.url).pathname, controller !== null)
  const kept = first?.snapshot.kept
  // A returning person has rows here: the databases are opened while everything below is still loading.
  if (!first || kept) {
    startWorker()
    nowSettledIn()
  }
  takeDrafts()
  startBackgroundSync()
  watchTyped()
  startNavigation({ load: (path) => routeAt(path).load(), turn: turnBetween })
  // A failed load is shown by the screen's own error.
  const [translator] = await Promise.all([
    keepTrying(() => startI18n(first?.data)),
    readCurrency(),
    readSaver(),
    readTheme(),
    routeAt(location.pathname)
      .load()
      .catch(() => {}),
  ])
  // The screen that a card leads to is loaded before the first tap, and before the worker.
  const next = routeAt('/goods')
    .load()
    .then(
      () => void Promise.all([loadWorker(), loadReading()]).catch(() => {}),
      () => {},
    )
  if (first && translator.language === first.data.language)
    startTransition(() => {
      hydrateRoot(
        root,
        <SnapshotContext value={first.snapshot}>
          <App translator={translator} />
        </SnapshotContext>,
      )
    })
  else createRoot(root).render(<App translator={translator} />)
  if (first) {
    const { takeover } = first.snapshot
    takeover.subscribe(() => document.getElementById(KEPT_DOCUMENT_AGE)?.remove())
    onReaders(() => setTimeout(takeover.end, TAKEOVER_MS))
  }
  if (first && !kept) {
    const { cursor, at, answers } = first.data
    afterPaint(
      () => void Promise.race([next, after(NEXT_PATIENCE_MS)]).then(() => startWorker({ cursor, at, answers })),
    )
  }
  await Promise.race([askWorker((api) => api.ready()), after(WORKER_PATIENCE_MS)]).catch(() => {})
  await idle()
  // Without it the page still works, online.
  await keepTrying(() => import('./app/idle/once-idle.ts')).then(
    ({ beginOnceIdle }) => beginOnceIdle(translator, controller),
    reportError,
  )
  nowSettledIn()
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

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Without a secure context (plain http to another machine) there are no locks, no cryptography and no service worker.
 */
function canTrade(): boolean {
  return isSecureContext && 'locks' in navigator && 'indexedDB' in globalThis
}
