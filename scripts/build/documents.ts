import { build, type Plugin } from 'vite'
import { modernDexie } from './modern-dexie.ts'

/** A server starts no workers: the address of the page's worker is no part of its bundle. */
const noWorker: Plugin = {
  name: 'no-worker',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('?worker&url') ? '\0no-worker' : undefined),
  load: (id) => (id === '\0no-worker' ? "export default ''" : undefined),
}

/**
 * Builds the screens for the server, which renders the first one into the document: dist/server/document.js, and beside
 * it address.js, which knows the addresses of documents, with everything that they need. The names of the styles are
 * those of the page, because both are built from the same files.
 */
export async function buildDocuments(root: string, dist: string): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [noWorker],
    resolve: { alias: [modernDexie] },
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: `${dist}/server`,
      emptyOutDir: true,
      target: 'node24',
      manifest: false,
      rolldownOptions: {
        input: { document: `${root}/src/entry-server.tsx`, address: `${root}/src/entry-addresses.ts` },
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
      },
    },
  })
}
