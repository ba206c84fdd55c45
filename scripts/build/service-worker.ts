import { readdir, rm } from 'node:fs/promises'
import { build, type Plugin } from 'vite'
import { injectManifest } from 'workbox-build'
import { browsers } from './browsers.ts'
import { loadedDexie } from './modern-dexie.ts'

/** What the shell is made of; pictures of the catalogue and the API are not. */
const SHELL = [
  'index.html',
  'layers.css',
  'assets/**/*.{js,css,json,svg,webp,woff2}',
  'icon.svg',
  'icons/192.png',
  'manifest.webmanifest',
]

/** A script of one file holds all that it might ever load: what only a page asks for is left out of it. */
const withoutPages: Plugin = {
  name: 'without-pages',
  enforce: 'pre',
  resolveId: (id) =>
    /^#contract\/(search|site|visitor)-endpoints\.ts$/.test(id)
      ? '\0no-endpoints'
      : id === '#contract/person-endpoints.ts'
        ? '\0sending-endpoints'
        : undefined,
  load: (id) =>
    id === '\0no-endpoints'
      ? 'export const [searchEndpoints, siteEndpoints, visitorEndpoints] = [{}, {}, {}]'
      : id === '\0sending-endpoints'
        ? "export { sendingEndpoints as personEndpoints } from '#contract/sending-endpoints.ts'"
        : undefined,
}

const classic = (root: string, input: string, outDir: string, file: string, define: Record<string, string> = {}) =>
  build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [loadedDexie, withoutPages],
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      outDir,
      emptyOutDir: false,
      target: browsers,
      reportCompressedSize: false,
      rolldownOptions: { input: `${root}/${input}`, output: { format: 'iife', entryFileNames: file } },
    },
  })

/**
 * Builds worker/background/drain.ts into a classic script of its own, which the service worker loads to send what
 * waits, after the file of Dexie that it shares with the page; answers the addresses of both.
 */
async function buildDrain(root: string, dist: string): Promise<string[]> {
  const made = (await classic(root, 'worker/background/drain.ts', dist, 'assets/drain-[hash].js')) as {
    output: { fileName: string }[]
  }
  const [dexie] = (await readdir(`${dist}/assets`)).filter((name) => /^dexie-.*\.js$/.test(name))
  if (dexie === undefined) throw new Error('the drain needs the file of Dexie, which was not built')
  return [`/assets/${dexie}`, `/${made.output[0]!.fileName}`]
}

/**
 * Builds sw/main.ts into one classic script at its fixed address (spec §7: /sw.js) and writes into it the
 * list of the shell's files with the hashes of those whose names carry none, and which of the hashed ones the app
 * cannot `start` without. Answers how many there are.
 */
export async function buildServiceWorker(
  root: string,
  dist: string,
  start: readonly string[],
): Promise<{ files: number; bytes: number }> {
  const made = `${root}/.cache/sw`
  await classic(root, 'sw/main.ts', made, 'sw.js', {
    __DRAIN__: JSON.stringify(await buildDrain(root, dist)),
    __START__: JSON.stringify(start),
  })
  const { count, size, warnings } = await injectManifest({
    swSrc: `${made}/sw.js`,
    swDest: `${dist}/sw.js`,
    globDirectory: dist,
    globPatterns: SHELL,
    globIgnores: ['assets/drain-*.js'],
    modifyURLPrefix: { '': '/' },
    // Vite's names carry a hash: such a file never changes, and the HTTP cache may give it.
    dontCacheBustURLsMatching: /^\/?assets\/.*-[\w-]{8}\.\w+$/,
    maximumFileSizeToCacheInBytes: 2_000_000,
  })
  if (warnings.length) throw new Error(`service worker: ${warnings.join('; ')}`)
  await rm(made, { recursive: true })
  return { files: count, bytes: size }
}
