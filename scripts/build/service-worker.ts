import { readFile, rm, writeFile } from 'node:fs/promises'
import { build } from 'vite'
import { injectManifest } from 'workbox-build'
import { browsers } from './browsers.ts'

/** The files of the shell, without pictures of the catalogue, the API, and files made from the market's appearance. */
const SHELL = ['index.html', 'layers.css', 'assets/**/*.{js,css,json,svg,webp,woff2}', 'icon.svg', 'icons/192.png']

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
  const folder = `${root}/.cache/sw`
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"', __START__: JSON.stringify(start) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: browsers,
      reportCompressedSize: false,
      rolldownOptions: { input: `${root}/sw/main.ts`, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const { count, size, warnings } = await injectManifest({
    swSrc: `${folder}/sw.js`,
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
  const made = await readFile(`${dist}/sw.js`, 'utf8')
  await writeFile(`${dist}/sw.js`, made.replace(/\[\{"revision":[^\]]+\]/, shortened))
  await rm(folder, { recursive: true })
  return { files: count, bytes: size }
}

/** The shell's list, with files that carry a hash by their names alone: less for each device to read. */
function shortened(list: string): string {
  const byKind = new Map<string, string[]>()
  const rest: string[] = []
  for (const entry of JSON.parse(list) as { revision: string | null; url: string }[]) {
    const [, name, kind] = (entry.revision === null && /^\/assets\/([\w.-]+)\.(\w+)$/.exec(entry.url)) || []
    if (name && kind) byKind.set(kind, [...(byKind.get(kind) ?? []), name])
    else rest.push(JSON.stringify(entry))
  }
  const named = [...byKind].map(([kind, names]) => `...'${names.join(' ')}'.split(' ').map(n=>'/assets/'+n+'.${kind}')`)
  return `[${[...rest, ...named].join()}]`
}
