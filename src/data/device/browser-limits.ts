/**
 * Whether this browser deletes what a site keeps after seven days of use without a visit: WebKit's, unless the site was
 * put on the home screen. No feature tells, only the vendor.
 * Source: https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
 */
export const clearsUnvisited = (): boolean =>
  navigator.vendor.startsWith('Apple') && !matchMedia('(display-mode: standalone)').matches

/**
 * Whether this browser can wake the service worker when the network returns (Background Sync); otherwise only an open
 * page sends.
 */
export const sendsWhenClosed = (): boolean => 'SyncManager' in globalThis
