import { useCallback, useEffect, useState } from 'react'
import { PICTURE_CACHE } from '#contract/rules/pictures.ts'
import { SHELL_CACHES } from '#contract/sw-messages.ts'
import { device } from './device.ts'
import { keepStorage } from './keep-storage.ts'

/** How much room this app takes, as far as the browser tells. Bytes; `quota` 0 when it does not say. */
export interface StorageUse {
  used: number
  quota: number
  /** By kind, where the browser tells them apart: databases, and files. */
  bytes: { data: number; files: number } | undefined
  /** Pictures, and files of the app itself, that are kept; undefined where nothing can be. */
  pictures: number | undefined
  files: number | undefined
  /** The browser has promised to keep it; undefined when it cannot be asked. */
  persisted: boolean | undefined
  /** When it was last asked for that (Unix ms), and what it said. */
  asked: { askedAt: number; granted: boolean } | undefined
}

// Chromium tells the kinds apart; the type of the platform does not know that.
type Estimate = StorageEstimate & {
  usageDetails?: { indexedDB?: number; caches?: number; serviceWorkerRegistrations?: number }
}

/** What the browser says about this app's storage; `use` is undefined until it has. */
export interface DeviceStorage {
  use: StorageUse | undefined
  /** Asks it again. */
  refresh(): void
  /** Asks it to promise to keep what is here; resolves to whether it did. */
  keep(): Promise<boolean>
}

/** What a browser says that cannot be asked. */
const unknown: StorageUse = {
  used: 0,
  quota: 0,
  bytes: undefined,
  pictures: undefined,
  files: undefined,
  persisted: undefined,
  asked: undefined,
}

/** Asks the browser about this app's storage. */
export function useStorage(): DeviceStorage {
  const [use, setUse] = useState<StorageUse>()
  const refresh = useCallback(
    () =>
      void measure()
        .catch(() => unknown)
        .then(setUse),
    [],
  )
  useEffect(refresh, [refresh])
  const keep = useCallback(
    () =>
      keepStorage()
        .catch(() => false)
        .finally(refresh),
    [refresh],
  )
  return { use, refresh, keep }
}

async function measure(): Promise<StorageUse> {
  // Not every WebKit has all of it, and outside a secure context nobody has any.
  const { storage } = navigator as { storage?: Partial<StorageManager> }
  const [estimate, persisted, names, asked] = await Promise.all([
    storage?.estimate?.() as Promise<Estimate> | undefined,
    storage?.persisted?.(),
    'caches' in window ? caches.keys() : undefined,
    device.read('keep'),
  ])
  const details = estimate?.usageDetails
  const entries = async (among: (name: string) => boolean): Promise<number | undefined> => {
    if (!names) return undefined
    const counts = await Promise.all(
      names.filter(among).map(async (name) => (await (await caches.open(name)).keys()).length),
    )
    return counts.reduce((sum, n) => sum + n, 0)
  }
  return {
    used: estimate?.usage ?? 0,
    quota: estimate?.quota ?? 0,
    persisted,
    asked,
    bytes: details && {
      data: details.indexedDB ?? 0,
      files: (details.caches ?? 0) + (details.serviceWorkerRegistrations ?? 0),
    },
    pictures: await entries((name) => name === PICTURE_CACHE),
    files: await entries((name) => name.startsWith(SHELL_CACHES)),
  }
}
