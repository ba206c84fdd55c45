import type { DrainScope } from '#contract/sw-messages.ts'
import { browserEnv } from '../env/browser-env.ts'
import { drainOnce } from './drain-once.ts'

// Built into one classic script that the service worker loads when the browser wakes it (sw/wake.ts).

;(globalThis as DrainScope).caravanDrain = () => drainOnce(browserEnv())
