import { useCallback, useEffect, useState } from 'react'
import { PICTURE_CACHE } from '#contract/pictures.ts'
import { SHELL_CACHES } from '#contract/sw-messages.ts'

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
}

// Chromium tells the kinds apart; the type of the platform does not know that.
type Estimate = StorageEstimate & { usageDetails?: { indexedDB?: number; caches?: number; serviceWorkerRegistrations?: number } }

/** What the browser says about this app's storage, asked again with `refresh`; `keep` asks it to promise to keep it. */
export function useStorage(): { use: StorageUse | undefined; refresh(): void; keep(): Promise<boolean> } {
  const [use, setUse] = useState<StorageUse>()
  const refresh = useCallback(() => void measure().then(setUse), [])
  useEffect(refresh, [refresh])
  const keep = useCallback(async () => {
    const granted = await navigator.storage.persist()
    refresh()
    return granted
  }, [refresh])
  return { use, refresh, keep }
}

async function measure(): Promise<StorageUse> {
  // Outside a secure context there is neither.
  const storage = 'storage' in navigator ? navigator.storage : undefined
  const [estimate, persisted, names] = await Promise.all([storage?.estimate() as Promise<Estimate> | undefined, storage?.persisted(), 'caches' in window ? caches.keys() : undefined])
  const details = estimate?.usageDetails
  const entries = async (among: (name: string) => boolean): Promise<number | undefined> => {
    if (!names) return undefined
    const counts = await Promise.all(names.filter(among).map(async (name) => (await (await caches.open(name)).keys()).length))
    return counts.reduce((sum, n) => sum + n, 0)
  }
  return {
    used: estimate?.usage ?? 0, quota: estimate?.quota ?? 0, persisted,
    bytes: details && { data: details.indexedDB ?? 0, files: (details.caches ?? 0) + (details.serviceWorkerRegistrations ?? 0) },
    pictures: await entries((name) => name === PICTURE_CACHE), files: await entries((name) => name.startsWith(SHELL_CACHES)),
  }
}
