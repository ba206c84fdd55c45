/**
 * Dexie as its authors build it for browsers of today. What the package names by default is lowered to ES5, which is
 * larger and slower, and every browser that this app is built for runs this one.
 */
export const modernDexie = { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }
