import type { PrecacheEntry } from 'workbox-precaching'
import { servePictures } from './pictures.ts'
import { serveShell } from './precache.ts'
import { whetherToSave } from './saving.ts'
import { aliveUntilReplaced, shellCache, skipWaitingOnDemand } from './update.ts'

// The service worker caches bytes and knows no data: the shell, public documents and the catalogue's pictures. It
// never keeps an answer of /api (law 9): there is no route for it, so it goes to the network untouched.

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }
/** The hashed files that the app cannot start without, written in by the build. */
declare const __START__: string[]

const manifest = self.__WB_MANIFEST
const saves = whetherToSave(self)
const keepAlive = aliveUntilReplaced(self)
serveShell(self, shellCache(manifest), manifest, new Set(__START__), { saves, keepAlive })
servePictures(self, { saves, keepAlive })
skipWaitingOnDemand(self)
