import { useSyncExternalStore } from 'react'
import { kept } from '../../data/device/install-prompt.ts'

/** The event that Chromium sends (`beforeinstallprompt`); no other browser knows it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const forget = (): void => {
  kept.offer = undefined
  kept.tell?.()
}

/** One screen hears of it at a time. */
function subscribe(tell: () => void): () => void {
  kept.tell = tell
  addEventListener('appinstalled', forget)
  return () => {
    kept.tell = undefined
    removeEventListener('appinstalled', forget)
  }
}

/**
 * Has the browser ask the person whether to install the app; undefined where it does not offer that. Answers whether
 * they accepted. An offer can be taken once.
 */
export function useInstallOffer(): (() => Promise<boolean>) | undefined {
  const offer = useSyncExternalStore(
    subscribe,
    () => kept.offer as InstallOffer | undefined,
    () => undefined,
  )
  if (!offer) return undefined
  return async () => {
    forget()
    await offer.prompt()
    return (await offer.userChoice).outcome === 'accepted'
  }
}
