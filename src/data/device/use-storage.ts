import { useCallback, useEffect, useState } from 'react'
import { PICTURE_CACHE } from '#contract/pictures/urls.ts'
import { SHELL_CACHES } from '#contract/sw-messages.ts'
import { device } from './device.ts'
import { keepStorage } from './keep-storage.ts'

/** The space that this app takes, as far as the browser reports it (bytes); `quota` is 0 when it does not. */
export interface StorageUse {
  used: number
  quota: number
  /** By kind, where the browser distinguishes them: databases, and files. */
  bytes: { data: number; files: number } | undefined
  /** The number of kept pictures and app files; undefined where nothing can be kept. */
  pictures: number | undefined
  files: number | undefined
  /** Whether the browser has promised to keep the data; undefined when it cannot be asked. */
  persisted: boolean | undefined
  /** When the browser was last asked for that promise (Unix ms), and its answer. */
  asked: { askedAt: number; granted: boolean } | undefined
}

// Chromium reports the kinds apart; the platform's type lacks that field.
type Estimate = StorageEstimate & {
  usageDetails?: { indexedDB?: number; caches?: number; serviceWorkerRegistrations?: number }
}

/** The browser's report about this app's storage; `use` is undefined until it arrives. */
export interface DeviceStorage {
  use: StorageUse | undefined
  /** Asks the browser again. */
  refresh(): void
  /** Asks the browser to keep the data; resolves to whether it agreed. */
  keep(): Promise<boolean>
}

/** The report of a browser that cannot be asked. */
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
  // Some versions of WebKit lack parts of it, and outside a secure context there is none.
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
