import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

// Has the built page load its chunks by src/data/loading/page-chunks.ts.

/** The module by which Vite loads chunks and their styles. */
const VITE_LOADER = '\0vite/preload-helper.js'
const LOADER = fileURLToPath(new URL('../../src/data/loading/page-chunks.ts', import.meta.url)).replaceAll('\\', '/')
const IMPORT = /\bimport\((?=(["'`])\.\/[\w.-]+\.js\1\))/g

/** A built chunk whose imports of other chunks go through the loader. */
export const withLoader = (code: string): string => code.replace(IMPORT, 'self.loadChunk(')

export const loadChunks: Plugin = {
  name: 'load-chunks',
  enforce: 'pre',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  load: (id) =>
    id === VITE_LOADER ? `export { loadWith as __vitePreload } from ${JSON.stringify(LOADER)}` : undefined,
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = withLoader(file.code)
    },
  },
}
