/**
 * The oldest browsers that the app is built for. Android 7 ends at Chrome 119, Windows 7 at Firefox 115; Edge is
 * numbered as Chrome. The build lowers scripts and styles to them (scripts/build/browsers.ts), what they do not know is
 * refused (scripts/baseline/), and an older browser is told their numbers.
 */
export const baseline = { chrome: '119', firefox: '115', safari: '16.4' } as const
