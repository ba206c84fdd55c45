import { withConnections } from './connections.ts'
import type { Channel, Env } from './env.ts'

function channel(name: string): Channel {
  const bus = new BroadcastChannel(name)
  return {
    post: (message) => bus.postMessage(message),
    listen: (listener) => {
      bus.onmessage = (event) => listener(event.data)
    },
    close: () => bus.close(),
  }
}

/** Whether this is WebKit, as in all browsers of an iPhone. No feature tells what it does to transactions. */
const webkit = /AppleWebKit(?!.*Chrom)/.test(navigator.userAgent)

/** The world of a browser's worker. */
export const browserEnv = (): Env => ({
  ...(webkit && { indexedDB: withConnections(indexedDB) }),
  fetch: (url, init) => fetch(url, init),
  locks: navigator.locks,
  channel,
  now: () => Date.now(),
  random: () => Math.random(),
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  online: () => navigator.onLine,
  // Outside a secure context there is neither a service worker nor anything it could have kept.
  dropCache: async (name) => ('caches' in globalThis ? caches.delete(name) : false),
  keepFile: async (name, path) => {
    if (!('caches' in globalThis)) return false
    const cache = await caches.open(name)
    if (await cache.match(path)) return true
    const response = await fetch(path, { priority: 'low' }).catch(() => undefined)
    if (response?.status === 200) await cache.put(path, response)
    return response && response.status === 200
  },
  dropFiles: async (name, paths) => {
    if (!('caches' in globalThis)) return
    const cache = await caches.open(name)
    await Promise.all(paths.map((path) => cache.delete(path)))
  },
  report: (error) => console.error(error),
})
