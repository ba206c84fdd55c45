/**
 * The oldest browsers that the app is built for. Android 7 ends at Chrome 119, Windows 7 at Firefox 115; Edge is
 * numbered as Chrome. The build lowers scripts and styles to them (scripts/build/browsers.ts), checks refuse newer
 * features (scripts/baseline/), and an older browser shows a page that names these versions.
 */
export const baseline = { chrome: '119', firefox: '115', safari: '16.4' } as const
