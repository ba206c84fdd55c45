// Some browsers offer to install the app, once for each page and soon after its start: the offer is kept for the screen
// that tells how.

/** The browser's offer, and who hears of it. */
export const kept: { offer?: Event | undefined; tell?: (() => void) | undefined } = {}

/** Keeps the browser's offer from now on. */
export const keepInstallOffer = (): void =>
  addEventListener('beforeinstallprompt', (event) => {
    kept.offer = event
    kept.tell?.()
  })
