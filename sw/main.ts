import type { PrecacheEntry } from 'workbox-precaching'
import { servePictures } from './pictures.ts'
import { serveShell } from './precache.ts'
import { skipWaitingOnDemand } from './update.ts'
import { wakeToDrain } from './wake.ts'

// The service worker caches bytes and knows no data: the shell and the catalogue's pictures. It never
// keeps an answer of /api (law 9): there is no route for it, so it goes to the network untouched.

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }
/** The address of the drain's script, written in by the build. */
declare const __DRAIN__: string

serveShell(self, self.__WB_MANIFEST)
servePictures(self)
skipWaitingOnDemand(self)
wakeToDrain(self, __DRAIN__)
