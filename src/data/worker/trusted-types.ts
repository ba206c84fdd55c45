import { drainAddress } from 'virtual:drain'
import { SW_PATH } from '#contract/sw-messages.ts'
import workerUrl from '../../../worker/main.ts?worker&url'

interface Policy {
  createScriptURL(url: string): unknown
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy
}

const allowed = new Set([workerUrl, SW_PATH, drainAddress])

// The page's one Trusted Types policy: it allows exactly three scripts to be started.
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('caravan', {
  createScriptURL(url) {
    if (!allowed.has(url)) throw new TypeError(`not a script of ours: ${url}`)
    return url
  },
})

const scriptUrl = (url: string): string => (policy ? policy.createScriptURL(url) : url) as string

/** The trusted address of the page's worker, for `new Worker`. */
export const workerScript = (): string => scriptUrl(workerUrl)

/** The trusted address of the service worker, for `register`. */
export const serviceWorkerScript = (): string => scriptUrl(SW_PATH)

/** The trusted address of the drain, which is a service worker of its own. */
export const drainScript = (): string => scriptUrl(drainAddress)
